/** The SDK has every operation of the API, once, and calls it as it is declared. */
import { expect, test } from 'vitest'
import { operations } from '../../../sdk/src/generated/operations.ts'
import { Cellarbook, type FileAnswer, type List } from '../../../sdk/src/index.ts'
import { pathParameters } from '../../src/contract/endpoint.ts'
import { described, serviceEndpoints } from '../../src/describe/service-document.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'
import { watchedFetch } from '../support/sdk.ts'

interface Tree<Leaf> {
  readonly [name: string]: Leaf | Tree<Leaf>
}

const leavesOf = <Leaf>(tree: Tree<Leaf>, isLeaf: (member: unknown) => boolean): Leaf[] =>
  Object.values(tree).flatMap(member => (isLeaf(member) ? [member as Leaf] : leavesOf(member as Tree<Leaf>, isLeaf)))

const endpoints = described(serviceEndpoints(atOneAddress('http://127.0.0.1:8080')))

const called = leavesOf<string>(operations, member => typeof member === 'string')

test('every endpoint is a method of the client, and nothing else is', () => {
  const texts = called.map(text => text.replace(/\??( \w+)?$/, ''))
  expect(texts.toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted())
  expect(called.length).toBeGreaterThan(270)
})

test('every method makes the request of its endpoint', async () => {
  const { requests, fetch } = watchedFetch(() => Response.json({ data: [] }))
  const client = new Cellarbook({ key: 'k', baseUrl: 'http://127.0.0.1:1/api/v1/', fetch })
  const methods = leavesOf(
    client as unknown as Tree<(...given: string[]) => unknown>,
    each => typeof each === 'function',
  )
  const calls: string[] = []
  for (const [index, method] of methods.entries()) {
    const answer = method(...pathParameters(called[index]!).map((_, at) => `id${at}`))
    await ((answer as FileAnswer).bytes?.() ?? (answer as List<unknown>).page?.() ?? answer)
    const { method: verb, path, headers } = requests.at(-1)!
    calls.push(`${verb} ${path}`)
    expect(headers.has('idempotency-key'), path).toBe(verb !== 'GET')
  }
  const wanted = endpoints.map(({ method, path }) => {
    let at = 0
    return `${method} ${path.replaceAll(/\{\w+\}/g, () => `id${at++}`)}`
  })
  expect(calls.toSorted()).toEqual(wanted.toSorted())
})
