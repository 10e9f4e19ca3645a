/** The console: pages for people, opened by a sign-in link. */
import { defineDomain } from '../../kernel/domain.ts'

export const console = defineDomain({ name: 'console', after: ['accounts', 'people'] })
