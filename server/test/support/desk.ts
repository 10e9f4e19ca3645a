/** Words for stories at a cash desk: its desk, its sessions, and what they say of cash. */
import { expect } from 'vitest'
import type { Client } from './client.ts'
import type { Told } from './sales.ts'
import type { Service } from './service.ts'
import { treasury } from './treasury.ts'

/** A book with its desk MAIN. */
export async function deskBook(service: Service) {
  const book = await treasury(service)
  const [desk] = (await book.api.get('/cash-desks?is_active=true')).body.data
  return Object.assign(book, { desk: desk as Told })
}

export const sessionPath = '/cash-desk-sessions'

export async function openSession(api: Client, openingFloat: string, rest: object = {}): Promise<Told> {
  const opened = await api.post(sessionPath, { opening_float: openingFloat, ...rest })
  expect(opened.status, opened.text).toBe(201)
  return opened.body
}

export const actOn = (api: Client, { id }: Told, key: string, body?: object) =>
  api.post(`${sessionPath}/${id}/actions/${key}`, body)

export async function doIn(api: Client, session: Told, key: string, body?: object): Promise<Told> {
  const acted = await actOn(api, session, key, body)
  expect(acted.status, acted.text).toBe(200)
  return acted.body
}

export const reportOf = async (api: Client, { id }: Told) => (await api.get(`${sessionPath}/${id}/report`)).body
