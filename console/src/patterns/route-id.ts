/** The id in the address. */
import { useParams } from '@tanstack/react-router'

/** The id in the address of a record's screen. */
export const useRouteId = (): string => (useParams({ strict: false }) as { id?: string }).id ?? ''
