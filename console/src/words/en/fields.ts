/** Names of fields and of their values. */
export const words = { names: {} as Record<string, string>, values: {} as Record<string, string> }
