/** What is sold stands in view: the price of a closed space in lists and on its page, and a checkout that says who sells. */
import { expect } from 'chai'
import courses from '../../courses/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import { type Shop, shop } from './sold.ts'

const { routes } = contract

describe('the shop window', () => {
  let s: Shop
  let slug: string
  let paywallId: number
  before(async () => {
    s = await shop(['plugins/posts', 'plugins/courses'])
    const made = await s.app.run(null, async (ctx) => {
      const group = await ctx.use(spaces).createGroup({ name: 'Learn' })
      const { id, slug } = await ctx.use(spaces).create({ name: 'Slip casting', spaceGroupId: group.id, types: ['course'], isPrivate: true })
      const admin = await ctx.actAs(s.admin.id)
      await admin.use(courses).create(id, { summary: 'Moulds and slip.' })
      const section = await admin.use(courses).addSection(id, { name: 'Start' })
      await admin.use(courses).addLesson(id, section.id, { name: 'Plaster that listens', status: 'published' })
      return { id, slug }
    })
    slug = made.slug
    const paywall = await s.sell({
      name: 'Slip casting',
      opens: [{ kind: 'space', id: made.id }],
      prices: [
        { name: 'Yearly', price_type: 'subscription', interval: 'yearly', amount_in_cents: 14_400 },
        { name: 'Monthly', price_type: 'subscription', interval: 'monthly', amount_in_cents: 1400, trial_days: 7 },
      ],
    })
    paywallId = paywall.id
  })
  after(() => s?.app.close())
  const page = async (path: string) => String((await s.app.as(null).send('GET', path, undefined, { accept: 'text/html' })).body)

  it('has the least price in the directory and on the page, with the way to the checkout and back', async () => {
    const { records } = await s.app.as(null).call(courses.routes.directory, { query: {} })
    expect(records.find((course) => course.slug === slug)).to.include({ is_locked: true, price: 'From €14 a month' })
    const html = await page(`/c/${slug}`)
    for (const words of ['Start 7-day trial', 'Plaster that listens', 'Already a member?', `/checkout/${paywallId}?back=%2Fc%2F${slug}`])
      expect(html).to.contain(words)
    expect(html).to.not.contain('is private').and.not.contain('Join Slip casting')
    // a trial is said of the price that has it
    expect(html)
      .to.match(/€144 a year<\/span><\/li>/)
      .and.match(/€14 a month · 7-day free trial<\/span><\/li>/)
    expect(await page(`/checkout/${paywallId}`)).to.match(/Monthly<\/span>.*7-day free trial/)
    expect(await page('/courses')).to.contain('From €14 a month')
  })

  it('opens the checkout on the price that was named, else on the one that cards name, with what it comes to', async () => {
    const prepare = (more = {}) => s.app.as(null).call(routes.prepare, { body: { paywall_id: paywallId, ...more } })
    const { paywall, price_id, preview } = await prepare()
    const [yearly, monthly] = paywall.prices
    expect(price_id).to.equal(monthly!.id)
    expect(preview).to.include({ due_today: 0 })
    expect(preview!.renewal).to.include({ amount: 1400 })
    const html = await page(`/c/${slug}`)
    expect(html).to.match(new RegExp(`price=${monthly!.id}`))
    const pressed = await prepare({ price_id: yearly!.id })
    expect(pressed.price_id).to.equal(yearly!.id)
    expect(pressed.preview).to.include({ due_today: 14_400 })
    expect((await prepare({ price_id: 987_654 })).price_id, 'what is not sold').to.equal(monthly!.id)
    // what the form comes to is in the page already
    expect(await page(`/checkout/${paywallId}`))
      .to.include('Then €14.00 from')
      .and.include('Email')
  })

  it('is a checkout that wakes at once, tells what is inside and who sells', async () => {
    const seller = {
      seller_name: 'Clay & Fire AS',
      seller_address: 'Fjellveien 12\n5019 Bergen',
      tax_id: 'NO 999',
      refund_terms: '14 days to change your mind.',
    }
    await s.app.as(s.admin).call(routes.updateTaxSettings, { body: seller })
    const { seller: told } = await s.app.as(null).call(routes.prepare, { body: { paywall_id: paywallId } })
    expect(told).to.deep.equal({ name: 'Clay & Fire AS', address: seller.seller_address, tax_id: 'NO 999', refund_terms: seller.refund_terms })
    const html = await page(`/checkout/${paywallId}`)
    for (const words of ['data-wakes', 'Sold by Clay', 'Plaster that listens']) expect(html).to.contain(words)
  })
})
