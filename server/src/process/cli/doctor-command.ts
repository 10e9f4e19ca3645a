/** `doctor`: looks at everything a service needs, and says what to do. */
import { checkDatabase } from '../doctor/database.ts'
import type { Finding } from '../doctor/finding.ts'
import { checkDisk, checkFolder, checkPorts, checkSettings } from '../doctor/machine.ts'
import { checkFiles, checkMail, checkNames, checkSigningKey } from '../doctor/outside.ts'
import { Failed, type Tools } from './command.ts'
import { type Colour, paintFor } from './look.ts'

const words = { ok: 'ok', warning: 'warn', failed: 'FAIL' } as const
const colours: Record<Finding['status'], Colour> = { ok: 'green', warning: 'yellow', failed: 'red' }

export async function doctorCommand({ terminal, print }: Tools, { json }: { json?: boolean }): Promise<void> {
  const config = terminal.readConfig()
  const findings = [
    ...checkSettings(terminal.environment),
    ...checkFolder(config),
    ...checkDisk(config),
    ...(await checkDatabase(config)),
    ...checkSigningKey(config),
    ...(await checkNames(config)),
    ...(await checkMail(config)),
    ...(await checkFiles(config)),
    ...(await checkPorts(config)),
  ]
  const isWell = findings.every(({ status }) => status !== 'failed')
  const paint = paintFor(terminal)
  const lines = findings.flatMap(({ check, status, detail, advice }) => [
    `${paint(words[status].padEnd(4), colours[status])}  ${check.padEnd(12)} ${detail}`,
    ...(advice === null ? [] : [`                    ${advice}`]),
  ])
  print(json, { ok: isWell, findings }, lines)
  if (!isWell) throw new Failed()
}
