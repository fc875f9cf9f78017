/** Paywalls, workflows and contacts over the published API: A.2.26, A.2.28, A.2.29. */
import { expect } from 'chai'
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import paywalls from '../../paywalls/contract.ts'
import workflows from '../../workflows/contract.ts'
import { type Client, clientOf, doc, expectFields, expectList, openApi } from './kit.ts'

const PAYWALL = 'id# name? display_name status currency? paywall_group_id#? subscription_group? access_groups_enabled! created_at prices*'
const PRICE = `id# name? status price_type amount_in_cents# interval? interval_count#? recurring! upfront_payment_amount_in_cents# display_name`
const WORKFLOW = 'id name status workflow_type type_label runs_count# community_segment_id#?'
const NOTE = 'id# contact_id# author_id#? community_id# created_at updated_at tiptap_body* policies.can_edit! policies.can_destroy!'

describe('the published API: paywalls, workflows and contacts', () => {
  let app: TestApp
  let admin: TestMember
  let api: Client
  before(async () => {
    app = await openApi()
    admin = await app.member('admin', { name: 'Ada Vane' })
    api = await clientOf(app, admin)
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('sell paywalls, or no more', async () => {
    const price = { name: 'Monthly', price_type: 'subscription' as const, amount_in_cents: 1400, interval: 'monthly' as const }
    const { id } = await app.as(admin).call(paywalls.routes.create, { body: { paywall: { name: 'Pass', currency: 'eur', prices: [price] } } })
    const published = await api.put(`/paywalls/${id}/publish`)
    expectFields(published, PAYWALL)
    expectFields(published.prices[0], PRICE)
    expect(published.status).to.equal('active')
    expect((await api.put(`/paywalls/${id}/archive`)).status).to.equal('inactive')
    expect((await api.put(`/paywalls/${id}/unarchive`)).status).to.equal('active')
    expectList(await api.get('/paywalls/search?name=pas&status=active'), PAYWALL)
    const group = await api.post('/paywall_groups', { name: 'Passes', currency_id: 'eur' })
    expectFields(group, 'id# name currency_id created_at updated_at')
    expect((await api.put(`/paywall_groups/${group.id}`, { name: 'Tickets' })).name).to.equal('Tickets')
    expectFields(await api.del(`/paywalls/${id}`), 'message')
    expect(await api('PUT', `/paywalls/${id}/publish`)).to.nested.include({ status: 404, 'body.code': 'paywall_not_found' })
    expectList(await api.get('/community_member_charges?currency=eur'), 'id#', 0)
    expectList(await api.get('/community_member_subscriptions?scheduled_to_cancel=true'), 'id#', 0)
    expect(await api('POST', '/community_member_charges/987654/refund', { reason_details: 'Broken' })).to.include({ status: 404 })
    const tax = await api.put('/tax_setting', { tax_setting: { default_tax_behavior: 'inclusive' } })
    expectFields(tax, 'processor_status platform_status default_tax_behavior?')
    expect((await api.get('/tax_setting')).default_tax_behavior).to.equal('inclusive')
  })

  it('show and switch workflows', async () => {
    const made = await app.as(admin).call(workflows.routes.create, { body: { name: 'Welcome', workflow_type: 'one_time' } })
    const [listed] = expectList(await api.get('/workflows?workflow_type=bulk_action'), WORKFLOW)
    expect(listed).to.include({ id: String(made.id), workflow_type: 'bulk_action', status: 'draft' })
    const shown = await api.get(`/workflows/${made.id}`)
    expectFields(shown, `${WORKFLOW} url trigger* actions*`)
    expect((await api('PUT', `/workflows/${made.id}/activate`)).status).to.equal(422)
    const copy = await api.post(`/workflows/${made.id}/duplicate`)
    expect(copy.status).to.equal('draft')
    expect(await api('GET', '/workflows/987654')).to.nested.include({ status: 404, 'body.code': 'workflow_not_found' })
  })

  it('keep people without an account, and notes on people', async () => {
    const lead = await api.post('/community_leads', { email: 'una@example.com', name: 'Una' })
    expectFields(lead, 'id# name type email? created_at member_tags* sqid public_uid?')
    expect(lead).to.include({ type: 'CommunityLead', email: 'una@example.com' })
    const note = await api.post(`/contacts/${lead.id}/contact_notes`, { tiptap_body: doc('Met at the fair') })
    expectFields(note, NOTE)
    expect(expectList(await api.get(`/contacts/${lead.sqid}/contact_notes`), NOTE)[0].id).to.equal(note.id)
    expectFields(await api.del(`/community_leads/${lead.id}`), 'message')
    expect(await api('DELETE', `/community_leads/${lead.id}`)).to.nested.include({ status: 404, 'body.code': 'contact_not_found' })
  })
})
