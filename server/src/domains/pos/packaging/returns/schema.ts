/** The wire shapes of packaging returns. */
export const returnStatuses = ['confirmed', 'cancelled'] as const
export type ReturnStatus = (typeof returnStatuses)[number]
