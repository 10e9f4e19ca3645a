/** The command line about itself: version, help, suggestions, completion, and a person who is asked. */
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { readVersion } from '../../src/kernel/version.ts'
import { commands } from '../../src/process/cli/table.ts'
import { type Ended, enter } from '../support/commands.ts'

const nowhere = { env: {} }
const type = (...args: string[]): Promise<Ended> => enter(nowhere, args)

test('--version tells the version of the package', async () => {
  expect(await type('--version')).toEqual({ code: 0, stdout: `${readVersion()}\n`, stderr: '' })
  expect(readVersion()).toMatch(/^\d+\.\d+\.\d+$/)
})

describe('help', () => {
  test('is the same by help and by --help, with usage, options and an example', async () => {
    const asked = await type('help', 'key', 'create')
    expect(asked).toEqual(await type('key', 'create', '--help'))
    expect(asked).toMatchObject({ code: 0, stderr: '' })
    expect(asked.stdout).toMatch(/^Usage: cellarbook key create \[options\]\n/)
    expect(asked.stdout).toMatch(/--preset <preset> +a set of scopes: eshop/)
    expect(asked.stdout).toMatch(/Example:\n {2}cellarbook key create --tenant hops/)
  })

  test('exists for every command, and its example is one of that command', async () => {
    for (const { name, example } of commands) {
      const { code, stdout } = await type('help', ...name.split(' '))
      expect({ name, code }).toEqual({ name, code: 0 })
      expect(stdout).toContain(example)
      expect(example).toMatch(new RegExp(`\\bcellarbook ${name}\\b`))
    }
  })

  test('of a group lists its commands, of nothing all of them', async () => {
    expect((await type('help', 'key')).stdout).toMatch(/create[\s\S]*roll[\s\S]*revoke[\s\S]*list/)
    const { stdout } = await type('help')
    expect(stdout).toMatch(/The service:\n {2}tenant[\s\S]*Integrations, with a key:\n {2}profile/)
  })

  test('of what does not exist says what was meant', async () => {
    const refused = (stderr: string) => ({ code: 1, stdout: '', stderr: `cellarbook: ${stderr}\n` })
    expect(await type('help', 'kez')).toEqual(refused("unknown command 'kez' (Did you mean key?)"))
    expect(await type('key', 'creat')).toEqual(refused("unknown command 'creat' (Did you mean create?)"))
    expect(await type('verify', '--jsn')).toEqual(refused("unknown option '--jsn' (Did you mean --json?)"))
  })
})

describe('completion', () => {
  /** What the script offers for the last word. */
  const offered = (script: string, words: string[]): string[] => {
    const line = words.map(word => `'${word}'`).join(' ')
    const ask = `COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _cellarbook; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', `${script}\n${ask}`], { encoding: 'utf8' })
      .split('\n')
      .filter(word => word !== '')
  }

  test('in bash offers commands, options and the values of options', async () => {
    const { stdout: script } = await type('completion', 'bash')
    expect(offered(script, ['cellarbook', 'te'])).toEqual(['tenant'])
    expect(offered(script, ['cellarbook', 'key', ''])).toEqual(['create', 'roll', 'revoke', 'list'])
    expect(offered(script, ['cellarbook', 'key', 'create', '--pre'])).toEqual(['--preset'])
    expect(offered(script, ['cellarbook', 'key', 'create', '--tenant', 'x', '--mode', ''])).toEqual(['live', 'test'])
    expect(offered(script, ['cellarbook', 'api', 'PA'])).toEqual(['PATCH'])
  })

  test('in zsh runs the same, in fish names every option of every command', async () => {
    expect((await type('completion', 'zsh')).stdout).toMatch(/^#compdef cellarbook\n[\s\S]*complete .* cellarbook\n$/)
    const { stdout: fish } = await type('completion', 'fish')
    const lines = fish.split('\n').filter(line => line.includes(' -l '))
    const options = commands.flatMap(({ options: own }) => own)
    expect(lines).toHaveLength(options.length + commands.length)
    expect(await type('completion', 'csh')).toMatchObject({ code: 1, stderr: expect.stringMatching(/bash, zsh, fish/) })
  })
})
