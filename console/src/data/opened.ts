/** The version a form was opened with. Under the one of its screen, which follows others, it would write over their changes. */
import { useState } from 'react'

export const useOpened = (etag: string | undefined): string | undefined => useState(etag)[0]
