/** The menus of the frame, loaded beside the first screen. */
import { AccountMenu } from './account-menu.tsx'
import { BookMenu } from './book-menu.tsx'

export const Menus = () => (
  <>
    <BookMenu />
    <AccountMenu />
  </>
)
