/** The states a count goes through, in their order. */
export const stages = ['draft', 'running', 'closed'] as const
