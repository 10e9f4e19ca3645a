/** Why a backup cannot be made, read or restored, in one line for the person who asked. */
export class BackupRefusal extends Error {}

/** Nothing is ever written over. */
export class ThereAlready extends BackupRefusal {}

export const damaged = (what: string): BackupRefusal =>
  new BackupRefusal(`The backup is damaged or cut off: ${what}. Nothing was restored.`)
