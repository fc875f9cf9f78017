/** What Clay & Fire sells, and a year of it: subscriptions that began, were paid, failed, paused and ended. */
import { type Ctx, textToDoc } from '@atrium/sdk/server'
import events from '../../../events/contract.ts'
import paywalls, { type PastSale } from '../../../paywalls/contract.ts'
import posts from '../../../posts/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { buyJob } from '../jobs.ts'
import { DAY } from './calendar.ts'
import { chooser } from './chance.ts'
import { storePictures } from './pictures.ts'

const METHODS = ['visa 4242', 'visa 8810', 'mastercard 4444', 'sepa_debit 3000', 'visa 1881']
const MONTH = 30.4 * DAY

/** @param memberIds of everybody, in one order @param meetupsId the space of an event that is sold */
export async function addSales(admin: Ctx, memberIds: number[], now: Date, meetup: { spaceId: number; hostId: number } | null): Promise<void> {
  const service = admin.use(paywalls)
  const tree = await admin.use(spaces).tree()
  const group = tree.find(({ name }) => name === 'Learn') ?? (await admin.use(spaces).createGroup({ name: 'Learn' }))
  // a course that is there is sold; without courses a closed space is
  const closed = async (name: string, emoji: string, description: string) =>
    tree.flatMap(({ spaces }) => spaces).find((space) => space.name === name) ??
    (await admin.use(spaces).create({ name, emoji, description, spaceGroupId: group.id, isPrivate: true, types: ['basic'] }))
  const chemistry = await closed('Glaze chemistry', '🧪', 'Lessons, a tile kit by post and a lab hour every fortnight.')
  const trade = await closed('Selling your work online', '🏷️', 'Prices, pictures and parcels: what sells pots, told by people who live from it.')
  await addTradeTalk(admin, trade.id, memberIds.slice(0, 2), now)
  const throwing = await closed('Throwing from zero', '🎓', 'Eleven lessons from the first wobble to a set of four.')
  const pictures = await storePictures(admin, ['tiles', 'market', 'wheel', 'shelves', 'raku'])
  const cover = (key: 'tiles' | 'market' | 'wheel' | 'shelves') => pictures.get(key)?.file.signedId
  const glaze = await service.create({
    name: 'Glaze chemistry',
    description: 'Nine lessons, a tile kit by post and a lab hour with Priya every fortnight. You leave with four glazes that are yours.',
    currency: 'eur',
    coverSignedId: cover('tiles'),
    redirectSpaceId: chemistry.id,
    thankYou: 'Welcome to the lab. Your tiles leave Bergen on Monday.',
    opens: [{ kind: 'space', id: chemistry.id }],
    prices: [
      { name: 'Yearly', note: '€12 a month, billed once a year: save €24', price_type: 'subscription', amount_in_cents: 14_400, interval: 'yearly' },
      { name: 'Monthly', price_type: 'subscription', amount_in_cents: 1400, interval: 'monthly', trial_days: 7 },
      {
        name: 'Once, for good',
        note: 'The course without the lab hours',
        price_type: 'onetime',
        amount_in_cents: 19_000,
        regions: [
          { countries: ['BR'], currency: 'brl', amount_in_cents: 59_000 },
          { countries: ['IN', 'ID', 'PH'], currency: 'eur', amount_in_cents: 9000 },
        ],
      },
    ],
  })
  const selling = await service.create({
    name: 'Selling your work',
    description: 'Prices, pictures and parcels: what sells pots.',
    currency: 'eur',
    coverSignedId: cover('market'),
    opens: [{ kind: 'space', id: trade.id }],
    prices: [
      { name: 'Monthly', price_type: 'subscription', amount_in_cents: 900, interval: 'monthly' },
      { name: 'Yearly', price_type: 'subscription', amount_in_cents: 9000, interval: 'yearly' },
    ],
  })
  const zero = await service.create({
    name: 'Throwing from zero',
    description: 'Eleven lessons from the first wobble to a set of four.',
    currency: 'eur',
    coverSignedId: cover('wheel'),
    opens: [{ kind: 'space', id: throwing.id }],
    prices: [
      { price_type: 'onetime', amount_in_cents: 4900 },
      { name: 'In three parts', price_type: 'installments', amount_in_cents: 5100, interval: 'monthly', installments_count: 3 },
    ],
  })
  await service.create({
    name: 'Winter kiln pass',
    description: 'A shelf in each of the winter firings.',
    currency: 'eur',
    opens: [],
    prices: [{ price_type: 'onetime', amount_in_cents: 3500, is_custom_amount: true, suggested_amount_in_cents: 4500 }],
    status: 'draft',
  })
  // a studio sends its people, a bundle holds both, and a tile kit goes with it
  const kit = await service.create({
    name: 'Tile kit by post',
    description: 'Forty test tiles, bisque fired, with a card for your notes.',
    currency: 'eur',
    opens: [],
    prices: [{ price_type: 'onetime', amount_in_cents: 2400 }],
  })
  const studio = await service.create({
    name: 'Studio pass',
    description: 'Glaze chemistry and Selling your work for everybody at your studio.',
    currency: 'eur',
    coverSignedId: cover('shelves'),
    opens: [],
    contains: [glaze.id, selling.id],
    bump: { priceId: kit.priceIds[0]!, text: 'It leaves Bergen the Monday after you pay.' },
    prices: [
      { name: 'A month for each', price_type: 'subscription', amount_in_cents: 1200, interval: 'monthly', seats_min: 2, seats_max: 20 },
      { name: 'A year, for one', price_type: 'subscription', amount_in_cents: 19_900, interval: 'yearly' },
    ],
  })
  if (admin.has(events) && meetup) {
    const raku = await admin.use(events).create({
      ...{ spaceId: meetup.spaceId, authorMemberId: meetup.hostId, name: 'Raku day by the fjord', paid: true, limit: 12 },
      doc: textToDoc('Two firings, smoke and soup. Bring three bisque pots; tongs, gloves and glazes are there.'),
      ...{ startsAt: `${new Date(now.getTime() + 24 * DAY).toISOString().slice(0, 10)}T10:00`, timeZone: 'Europe/Oslo', durationSeconds: 7 * 3_600 },
      ...{ locationType: 'in_person', place: 'Fjellveien 12, Bergen', coverFileId: pictures.get('raku')?.file.id ?? null },
    })
    await service.create({
      name: 'Raku day by the fjord',
      description: 'One place at the kiln, with glazes, gas and soup.',
      currency: 'eur',
      opens: [{ kind: 'event', id: raku.id }],
      prices: [{ name: 'Ticket', price_type: 'onetime', amount_in_cents: 4500 }],
    })
  }
  await service.createCoupon({
    code: 'KILN20',
    kind: 'percent',
    percent_off: 2000,
    max_uses: 100,
    name: 'The first year of Glaze chemistry',
    price_ids: [glaze.priceIds[0]!],
  })
  await service.createCoupon({
    code: 'FRIENDS',
    kind: 'percent',
    percent_off: 5000,
    duration: 'repeating',
    duration_in_months: 3,
    name: 'For friends of members',
  })
  const sales = pastSales(memberIds, now, { glaze: glaze.priceIds, selling: selling.priceIds, zero: zero.priceIds })
  const [owner, ...people] = memberIds.filter((memberId) => !sales.some((sale) => sale.memberId === memberId && sale.status !== 'canceled')).slice(0, 3)
  if (owner)
    sales.push({
      memberId: owner,
      priceId: studio.priceIds[0]!,
      startedAt: new Date(now.getTime() - 40 * DAY),
      status: 'active',
      method: METHODS[1]!,
      payments: [40, 10].map((days) => ({ at: new Date(now.getTime() - days * DAY), amount: 6000, description: 'Studio pass, 5 seats' })),
      seats: { count: 5, memberIds: people, invited: ['apprentice@clayandfire.example'] },
    })
  await service.importSales(sales)
  await service.setSeller({
    name: 'Clay & Fire AS',
    address: 'Fjellveien 12\n5019 Bergen\nNorway',
    taxId: 'NO 999 999 999 MVA',
    country: 'NO',
    refundTerms: '14 days to change your mind. What you have downloaded stays yours.',
  })
  await admin.enqueue(buyJob, { sales: boughtNow(memberIds, sales, { glaze, selling, zero }) })
}
/** What is read for money, the oldest first. */
const TRADE_TALK = [
  {
    days: 31,
    name: 'What a mug has to cost',
    text: 'Clay and glaze are the small part. I write down every minute from wedging to packing for one board of twelve, then the kiln, the fee of the market and the pots that crack.\n\nMine come to nineteen euros before I have earned anything. They sold at twenty-two for years. Now they are thirty-four, and nobody has walked away because of it.',
  },
  {
    days: 18,
    name: 'Packing for the post: what survived and what did not',
    text: 'Forty parcels, four ways of packing, all of them dropped from the same height onto the same floor.\n\nTwo boxes with four centimetres of shredded paper between them won, thirty-nine of forty. Bubble wrap straight against the wall of the box lost every third handle.',
  },
  {
    days: 9,
    name: 'Pictures by a north window, without a studio',
    text: 'A table, a sheet of grey paper that is curved up behind the pot, and the window to the left. A white board on the right brightens the shadow.\n\nShoot at ten in the morning, lock the white balance, and put a coin in one picture: half the questions I used to get were about size.',
  },
  {
    days: 2,
    name: 'Saying no to a wholesale order',
    text: 'A shop asked for two hundred bowls at forty percent. I offered sixty at the price at which I would still like making them. They took the sixty, and asked for sixty more in March.',
  },
]
async function addTradeTalk(admin: Ctx, spaceId: number, authors: number[], now: Date): Promise<void> {
  if (!admin.has(posts)) return
  await admin.use(spaces).addMembers(spaceId, authors)
  for (const [i, { days, name, text }] of TRADE_TALK.entries()) {
    const authorMemberId = authors[i % authors.length]!
    const author = await admin.actAs(authorMemberId)
    await author.use(posts).create({ spaceId, authorMemberId, name, doc: textToDoc(text), at: new Date(now.getTime() - days * DAY) })
  }
}

type Sold = { id: number; priceIds: number[] }
/** By members who have bought nothing so far: a year with a coupon, a month, and something for good. */
function boughtNow(memberIds: number[], sales: PastSale[], { glaze, selling, zero }: Record<'glaze' | 'selling' | 'zero', Sold>) {
  const buyers = new Set(sales.map(({ memberId }) => memberId))
  const free = memberIds.filter((id) => !buyers.has(id))
  const wanted = [
    { paywallId: glaze.id, priceId: glaze.priceIds[0]!, coupon: 'KILN20' },
    { paywallId: selling.id, priceId: selling.priceIds[0]! },
    { paywallId: zero.id, priceId: zero.priceIds[0]! },
  ]
  return wanted.flatMap((one, place) => (free[place] === undefined ? [] : [{ memberId: free[place], ...one }]))
}

function pastSales(memberIds: number[], now: Date, prices: Record<'glaze' | 'selling' | 'zero', number[]>): PastSale[] {
  const chance = chooser(25)
  const ago = (age: number) => new Date(now.getTime() - age)
  const sales: PastSale[] = []
  const once = (memberId: number, priceId: number, amount: number, description: string) => {
    const at = ago(chance.between(2, 360) * DAY)
    const refunded = chance.chance(0.05)
    sales.push({
      memberId,
      priceId,
      startedAt: at,
      status: refunded ? 'refunded' : 'active',
      ...(refunded && { endedAt: new Date(at.getTime() + DAY) }),
      method: chance.pick(METHODS),
      payments: [{ at, amount, description, ...(refunded && { refunded: amount, reason: 'Bought it twice' }) }],
    })
  }
  const subscribe = (memberId: number, priceId: number, amount: number, step: number, description: string, coupon?: string) => {
    const age = chance.between(4, 355) * DAY
    const gone = step === MONTH && chance.chance(0.35) ? Math.max(step, chance.next() * age) : null
    const payments: PastSale['payments'] = []
    for (let at = age; at > (gone === null ? 0 : age - gone); at -= step) {
      const first = at === age
      const off = first && coupon ? Math.round(amount * 0.8) : amount
      if (!first && chance.chance(0.02)) payments.push({ at: ago(at), amount, description, failed: true, reason: 'The card was declined' })
      payments.push({
        at: ago(at - (payments.at(-1)?.failed ? DAY : 0)),
        amount: off,
        description,
        ...(first && coupon && { coupon }),
        ...(chance.chance(0.025) && { refunded: off, reason: 'Forgot to cancel' }),
      })
    }
    const paused = gone === null && chance.chance(0.03)
    const failing = gone === null && !paused && chance.chance(0.03)
    sales.push({
      memberId,
      priceId,
      startedAt: ago(age),
      status: gone !== null ? 'canceled' : paused ? 'paused' : failing ? 'past_due' : 'active',
      ...(gone !== null && { endedAt: ago(Math.max(0, age - gone - step)) }),
      ...(paused && { pausedAt: ago(2 * DAY) }),
      method: chance.pick(METHODS),
      payments: payments.filter(({ at }) => at <= now),
    })
  }
  for (const memberId of memberIds) {
    const luck = chance.next()
    if (luck < 0.28) subscribe(memberId, prices.glaze[0]!, 14_400, 365 * DAY, 'Glaze chemistry, yearly', chance.chance(0.4) ? 'KILN20' : undefined)
    else if (luck < 0.48) subscribe(memberId, prices.glaze[1]!, 1400, MONTH, 'Glaze chemistry, monthly')
    else if (luck < 0.6) once(memberId, prices.glaze[2]!, 19_000, 'Glaze chemistry, once')
    if (chance.chance(0.18)) subscribe(memberId, prices.selling[0]!, 900, MONTH, 'Selling your work, monthly')
    else if (chance.chance(0.1)) subscribe(memberId, prices.selling[1]!, 9000, 365 * DAY, 'Selling your work, yearly')
    if (chance.chance(0.4)) once(memberId, prices.zero[0]!, 4900, 'Throwing from zero')
  }
  return sales
}
