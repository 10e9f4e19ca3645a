/** The SDK has every operation of the API, once. */
import { expect, test } from 'vitest'
import { operations } from '../../../sdk/src/generated/operations.ts'
import { described, serviceEndpoints } from '../../src/describe/service-document.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'

interface Tree {
  readonly [name: string]: string | Tree
}

const leavesOf = (tree: Tree): string[] =>
  Object.values(tree).flatMap(member => (typeof member === 'string' ? [member] : leavesOf(member)))

test('every endpoint is a method of the client, and nothing else is', () => {
  const endpoints = described(serviceEndpoints(atOneAddress('http://127.0.0.1:8080')))
  const called = leavesOf(operations).map(text => text.replace(/\??( \w+)?$/, ''))
  expect(called.toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted())
  expect(called.length).toBeGreaterThan(270)
})
