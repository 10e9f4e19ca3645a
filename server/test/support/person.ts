/** A person with a browser: signs in, keeps the cookie, and says which book is meant. */
import { sql } from '../../src/db/sql.ts'
import { createSignInLink } from '../../src/domains/accounts/actions.ts'
import { listUsers, updateUser } from '../../src/domains/accounts/store.ts'
import { toInstant } from '../../src/lib/instants.ts'
import { Client, type Reply, type RequestOptions } from './client.ts'
import { type Service, type ServiceOptions, untilForgotten } from './service.ts'
import { nearby } from './webhook-endpoints.ts'

/** Of the tests about people: browsers come from many addresses, and time goes by. Others may need one of both, too. */
export const peopleService: ServiceOptions = {
  sharedAs: 'people',
  movesClock: true,
  trustProxy: ['127.0.0.1'],
  webhooks: nearby,
}

export const cookieOf = ({ headers }: Pick<Reply, 'headers'>): string => String(headers['set-cookie']).split(';', 1)[0]!

export class Person extends Client {
  readonly book: 'live' | 'test'
  cookie: string

  constructor(address: string, cookie: string, book: 'live' | 'test' = 'test') {
    super(address)
    this.cookie = cookie
    this.book = book
  }

  override send(method: string, path: string, options: RequestOptions = {}): Promise<Reply> {
    const own = { cookie: this.cookie, origin: this.address, 'x-service-book': this.book }
    return super.send(method, path, { ...options, headers: { ...own, ...options.headers } })
  }

  put = (path: string, body?: unknown, options: RequestOptions = {}) => this.send('PUT', path, { body, ...options })
  /** The same browser looking at the other book. */
  at = (book: 'live' | 'test') => new Person(this.address, this.cookie, book)
}

let count = 0
/** Each from an address of its own: one has ten tries a minute. */
export const elsewhere = (): Record<string, string> => {
  count += 1
  return { 'x-forwarded-for': `198.51.${100 + Math.floor(count / 250)}.${1 + (count % 250)}` }
}

/** Needs a service that trusts its proxy. */
export const signIn = (service: Service, body: object, headers: Record<string, string> = {}): Promise<Reply> =>
  new Client(service.address).post('/session', body, {
    headers: { origin: service.address, ...elsewhere(), ...headers },
  })

export async function signInByLink(service: Service, slug: string, book: 'live' | 'test' = 'test'): Promise<Person> {
  const token = await createSignInLink(service.database, service.clock, slug)
  return new Person(service.address, cookieOf(await signIn(service, { token })), book)
}

export const tenantIdOf = async ({ database }: Service, slug: string): Promise<string> =>
  (await database.maybe<{ id: string }>(sql`select id from tenants where slug = ${slug}`))!.id

/** Changes the first user of an account, past all rules. */
export async function changeUser(service: Service, slug: string, change: object): Promise<void> {
  const tenantId = await tenantIdOf(service, slug)
  const [first] = await listUsers(service.database, tenantId)
  const at = { tenantId, now: toInstant(service.clock()) }
  await service.database.transaction(tx => updateUser(tx, at, { ...first!, ...change }))
  await untilForgotten()
}

/** Of a link as mails and answers have it. */
export const tokenOf = (link: string): string => /#token=([\w-]+)/.exec(link)![1]!

/** How many seconds the last try has to be waited out. */
export const waitOf = async ({ database }: Service, tries: Buffer): Promise<number> =>
  (await database.maybe<{ seconds: number }>(sql`
    select extract(epoch from wait_until - updated_at)::int as seconds from sign_in_tries where email_hash = ${tries}`))!
    .seconds

/** As if somebody had failed so often, and waited. */
export async function failBefore({ database }: Service, tries: Buffer, failures: number): Promise<void> {
  await database.run(sql`
    update sign_in_tries set failures = ${failures}, wait_until = null where email_hash = ${tries}`)
}
