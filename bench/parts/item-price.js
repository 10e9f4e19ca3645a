/** `GET /items/{id}/prices` of random items for random partners: every step of the cascade gives some of the prices. */
import { besideFloor, randomOf } from './rates.js'

const quantities = [1, 5, 12, 100]
/** Among random pairs hardly any partner has a price of its own, so every so many-th request asks for one that has. */
const ownPriceEvery = 5
const sources = ['partner_price', 'price_list', 'discount', 'base', 'none']
const sampled = 500

export async function itemPrice(bench) {
  const next = nextPrice(bench)
  await requireEverySource(bench.client, next)
  return besideFloor(bench, { title: 'GET /items/{id}/prices', next, least: 0.5 })
}

function nextPrice({ itemIds, partnerIds, partnerPrices, headers }) {
  let asked = 0
  return () => {
    const isOwn = asked++ % ownPriceEvery === 0
    const { itemId, partnerId } = isOwn
      ? randomOf(partnerPrices)
      : { itemId: randomOf(itemIds), partnerId: randomOf(partnerIds) }
    const query = `partner_id=${partnerId}&quantity=${randomOf(quantities)}`
    return { path: `/api/v1/items/${itemId}/prices?${query}`, headers }
  }
}

async function requireEverySource(client, next) {
  const seen = new Set()
  for (let place = 0; place < sampled && seen.size < sources.length; place++) {
    const { body } = await client.call(next().path.replace('/api/v1', ''))
    seen.add(body.price_source)
  }
  const missing = sources.filter(source => !seen.has(source))
  if (missing.length > 0) throw new Error(`item-price: no price came from ${missing.join(', ')}`)
}
