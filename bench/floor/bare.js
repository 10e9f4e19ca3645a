/** The bare limit as contenders: what the machine gives when nothing but the work itself is done. */
import { warmUpWrites } from '../settings.js'
import { bareBooks } from './bare-tables.js'
import { startBare } from './start.js'

/** More than any machine confirms in a second. */
const mostPerSecond = 8_000

export async function openBare({ connection, closers }) {
  const bare = await startBare({ connection })
  closers.push(() => bare.close())
  const sent = (path, body) => ({ method: 'POST', path, headers: json, body: JSON.stringify(body) })
  const partnerPath = () => `/partners/${bare.partnerIds[Math.floor(Math.random() * bare.partnerIds.length)]}`
  return {
    async check() {
      const sums = await bare.ask({ check: true })
      const wrong = Object.keys(sums).filter(name => !sums[name])
      if (wrong.length > 0) throw new Error(`the bare limit is not sound: ${wrong.join(', ')}`)
    },
    detail: () => [{ name: 'limit', process: bare, next: () => ({ path: partnerPath() }) }],
    list: () => [{ name: 'limit', process: bare, next: () => ({ path: '/partners?limit=50' }) }],
    order: () => writes(bare, 'order', { next: () => sent('/orders', bare.orderBody) }),
    sale: ({ clients } = {}) => writes(bare, 'sale', { next: () => sent('/sales', bare.saleBody), clients }),
    partner: () => writes(bare, 'partner', { next: () => sent('/partners', somePartner) }),
    confirm: ({ books = bareBooks, clients } = {}) => {
      const prepare = ({ amount, duration }) =>
        bare.ask({ makeIssues: amount ? amount + 100 : Math.ceil(duration * mostPerSecond), books })
      return writes(bare, 'confirm', { next: () => sent('/confirm', {}), prepare, clients })
    },
  }
}

const json = { 'Content-Type': 'application/json' }

const somePartner = {
  ...{ name: 'Hostinec', ico: '00000001', dic: 'CZ00000001', email: 'office@example.com', phone: '+420 377 123 456' },
  ...{ street: 'Dlouha 1', city: 'Plzen', zip: '301 00', payment_terms: 21 },
}

/** The same statement by clients of PostgreSQL, and behind a plain HTTP server. */
function writes(bare, statement, { next, prepare, clients = 16 }) {
  const shared = { process: bare, prepare, warmUp: warmUpWrites }
  const run = extent => bare.ask({ run: statement, clients, extent })
  return [
    { ...shared, name: 'limit', run },
    { ...shared, name: 'limitHttp', next, clients: clients === 1 ? 1 : undefined },
  ]
}
