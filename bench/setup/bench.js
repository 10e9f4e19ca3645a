/** Everything the parts need: a running service with a full book, the floor beside it, a client. */
import { openClient } from '../client.js'
import { openBare } from '../floor/bare.js'
import { startFloor } from '../floor/start.js'
import { slug } from '../settings.js'
import { openInstallation } from './installation.js'
import { makeCertificate } from './receiver.js'
import { openSales } from './sales.js'
import { seed } from './seed.js'
import { openStock } from './stock.js'

/**
 * `closers` collects what has to be ended, so that an interrupted start leaves nothing behind either. The catalogue is
 * filled only when a part `needsCatalogue`.
 */
export async function openBench(closers, say, { needsCatalogue }) {
  const certificate = await makeCertificate()
  closers.push(() => certificate.remove())
  const installation = await openInstallation({
    NODE_EXTRA_CA_CERTS: certificate.file,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  })
  closers.push(() => installation.close())
  say('starting on an empty data folder')
  const freshMs = await installation.start()
  const connection = await installation.connection()
  const { starts, ...catalogue } = needsCatalogue
    ? await openCatalogue({ installation, connection, closers, say })
    : { starts: [] }
  let stock
  let sales
  let bare
  return {
    installation,
    certificate,
    closers,
    ...catalogue,
    starts: [startMeasure('start, empty data folder', freshMs), ...starts],
    /** Filled once, and only when a part asks for it. */
    stock() {
      stock ??= openStock({ installation, connection, closers, say })
      return stock
    },
    sales() {
      sales ??= openSales({ installation, connection, closers, say })
      return sales
    },
    hasBare: () => bare !== undefined,
    bare() {
      bare ??= openBare({ connection, closers })
      return bare
    },
  }
}

async function openCatalogue({ installation, connection, closers, say }) {
  const { key, bookId } = await openAccount(installation)
  say('seeding the book')
  const { partnerIds, itemIds, partnerPrices } = await seed(connection, bookId)
  say('starting on the full data folder')
  await installation.stop()
  const existingMs = await installation.start()
  const client = openClient(installation.origin, key)
  closers.push(() => client.close())
  const newPartner = partnerMaker(partnerIds.length)
  const { body: partner } = await client.call(`/partners/${partnerIds[0]}`)
  const inCountry = { country_id: partner.address.country_id }
  const floor = await startFloor({
    connection,
    bookId,
    known: { partnerId: partnerIds[0], itemId: itemIds[0] },
    samples: [newPartner(inCountry), newPartner(inCountry)],
  })
  closers.push(() => floor.close())
  return {
    floor,
    client,
    partnerIds,
    itemIds,
    partnerPrices,
    headers: { Authorization: `Bearer ${key}` },
    newPartner: () => JSON.stringify(newPartner(inCountry)),
    starts: [startMeasure('start, full data folder', existingMs)],
  }
}

/** A tenant without a limit that the bench could reach. */
async function openAccount(installation) {
  await installation.command('tenant', 'create', '--slug', slug, '--name', 'Bench')
  const most = ['--rate-per-min', '100000000', '--max-partners', '1000000']
  await installation.command('tenant', 'set', slug, ...most)
  const { key } = await installation.command('key', 'create', '--tenant', slug, '--mode', 'live')
  const { books } = await installation.command('tenant', 'show', slug)
  return { key, bookId: books.find(({ mode }) => mode === 'live').id }
}

/** Bodies of partners that differ in their name and business id. */
function partnerMaker(seeded) {
  let last = seeded
  return ({ country_id }) => {
    const ico = String(++last).padStart(8, '0')
    return {
      name: `Hostinec U Lipy ${last}`,
      ico,
      dic: `CZ${ico}`,
      email: 'office@example.com',
      phone: '+420 377 123 456',
      address: { street: 'Dlouha 1', city: 'Plzen', zip: '301 00', country_id },
      payment_terms: 21,
    }
  }
}

const startMeasure = (title, ms) => ({ title, unit: 's', value: ms / 1_000, note: 'until health answers 200' })
