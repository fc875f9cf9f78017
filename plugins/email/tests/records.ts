/** Records of email: a draft with two more to change, one that is scheduled, one that was sent and read, a template and a look. They are of the whole community. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import contract, { type Block, type Look } from '../contract.ts'
import { newSecret } from '../server/service/tokens.ts'

const { routes } = contract
const FAR = '2036-01-02T09:00:00.000Z'
const LOOK: Look = {
  name: 'Clay',
  background: '#f4f4f6',
  card: '#ffffff',
  text: '#1c1d22',
  accent: '#4d45e6',
  accent_text: '#ffffff',
  font: 'serif',
  radius: 8,
  is_logo_shown: true,
}

const records = defineRecords(contract, {
  leaving: { stays: ['email.broadcast', 'email.template', 'email.system_template'], goes: ['email.recipient'] },
  cached: ['email.edition', 'email.signing', 'email.words'],
  async fill({ app, side, word, mark, guest }: Target) {
    const as = app.as(side.admin)
    const blocks: Block[] = [{ key: 'a', type: 'heading', text: word, level: 1, align: 'start' }]
    const draft = async (more = '') => (await as.call(routes.create, { body: { name: `${word}${more}`, subject: word, blocks } })).id
    const [emailDraft, emailSpare, emailNext, emailPlanned, emailOff, emailSent] = [
      await draft(),
      await draft(' spare'),
      await draft(' next'),
      await draft(' later'),
      await draft(' off'),
      await draft(' sent'),
    ]
    const template = async (more = '') => (await as.call(routes.createTemplate, { body: { name: `${word}${more}`, subject: word, blocks } })).id
    const [emailTemplate, emailTemplateSpare] = [await template(), await template(' spare')]
    const { name: _, ...look } = LOOK
    // by hand, as a community keeps only so many, and this is made again and again
    const [theme] = await app.sql<{ id: number }>('insert into email.theme (community_id, name, look) values ($1, $2, $3) returning id', [
      side.communityId,
      `${word} look`,
      JSON.stringify(look),
    ])
    await as.call(routes.saveAddressSettings, { body: { footer_html: 'Rua Um 1' } })
    // there may be no mail server, so these were sent and scheduled by hand
    await app.sql(`update email.broadcast set status = 'scheduled', scheduled_at = $1 where id = any ($2::bigint[])`, [FAR, [emailPlanned, emailOff]])
    await app.sql(`update email.broadcast set status = 'sent', sent_at = now(), finished_at = now(), recipients_count = 1 where id = $1`, [emailSent])
    const community = side.communityId
    const [recipient] = await app.sql<{ id: number }>(
      `insert into email.recipient (community_id, broadcast_id, member_id, email, name, variant, status, due_at, sent_at, opened_at, clicked_at)
       values ($1, $2, $3, $4, $5, 'a', 'sent', now(), now(), now(), now()) returning id`,
      [community, emailSent, guest.id, `${word.toLowerCase()}-${mark}@mail.example`, word],
    )
    const recipientId = Number(recipient!.id)
    await app.sql(
      `insert into email.hour (community_id, broadcast_id, hour, variant, sent, opened, clicked) values ($1, $2, date_trunc('hour', now()), 'a', 1, 1, 1)`,
      [community, emailSent],
    )
    await app.sql('insert into email.click (community_id, broadcast_id, recipient_id, link) values ($1, $2, $3, 0)', [community, emailSent, recipientId])
    await app.sql('insert into email.link (community_id, broadcast_id, link, people, clicks) values ($1, $2, 0, 1, 1)', [community, emailSent])
    const leave = async (name: string) =>
      (await as.call(routes.addSuppression, { body: { email: `${name}-${word.toLowerCase()}-${mark}@mail.example`, detail: word } })).id
    const [emailLeft, emailLeftSpare] = [await leave('gone'), await leave('spare')]
    // a key takes its time, and there are twenty domains at most
    const domain = async (name: string) => {
      const values = [community, `${name}-${word.toLowerCase()}-${mark}.example`, word]
      const [made] = await app.sql<{ id: number }>(
        `insert into email.domain (community_id, domain, selector, private_key, public_key, next_check_at) values ($1, $2, $3, '', '', '2036-01-01') returning id`,
        values,
      )
      return Number(made!.id)
    }
    const [emailDomain, emailDomainSpare] = [await domain('one'), await domain('two')]
    await app.sql(`insert into email.pace (community_id, key, since, used) values ($1, $2, now(), 1)`, [community, `from:${emailDomain}`])
    const { events_url } = await as.call(routes.renewEventsAddress)
    const sealed = await app.run(community, async (ctx) => newSecret(ctx))
    await app.sql(
      `insert into email.edition (community_id, broadcast_id, subjects, html, text, links, secret, is_filled) values ($1, $2, $3, $4, $5, $6, $7, true)`,
      [community, emailSent, JSON.stringify([[word]]), JSON.stringify([word]), JSON.stringify([word]), JSON.stringify(['https://example.com/']), sealed],
    )
    const words = async (kind: string) =>
      (await as.call(routes.createSystemTemplate, { body: { kind, locale: 'en-US', subject: word, before: word, after: '' } })).id
    const [emailWords, emailWordsSpare] = [await words('notifications.many'), await words('notifications.daily')]
    const [emailTo, emailToSpare] = [await draft(' to'), await draft(' to spare')]
    await app.sql(`update email.broadcast set audience = $1, status = 'scheduled', scheduled_at = $2 where id = any ($3::bigint[])`, [
      JSON.stringify({ kind: 'people', segment_ids: [], member_ids: [guest.id] }),
      FAR,
      [emailTo, emailToSpare],
    ])
    return {
      emailDraft,
      emailSpare,
      emailNext,
      emailPlanned,
      emailOff,
      emailSent,
      emailTemplate,
      emailWords,
      emailWordsSpare,
      emailTo,
      emailToSpare,
      emailGuest: guest.id,
      emailTemplateSpare,
      emailLeft,
      emailLeftSpare,
      emailDomain,
      emailDomainSpare,
      emailEvents: new URL(events_url!).pathname.split('/').at(-1)!,
      emailTheme: Number(theme!.id),
    }
  },
  inputs: {
    list: { input: () => ({}), foreign: [200], wide: true },
    create: { body: { name: 'November' } },
    createFromSource: { input: ({ emailDraft }) => ({ body: { source_type: 'broadcast', source_id: emailDraft } }), wide: true },
    audienceCount: { input: () => ({ body: { audience: { kind: 'members' } } }), foreign: [200], wide: true },
    segments: { input: () => ({}), foreign: [200], wide: true },
    show: { input: ({ emailDraft }) => ({ params: { id: emailDraft } }), wide: true },
    update: { input: ({ emailDraft }) => ({ params: { id: emailDraft }, body: { preheader: 'Another' } }), wide: true },
    destroy: { input: ({ emailSpare }) => ({ params: { id: emailSpare } }), uses: true, wide: true },
    // there is a mail server, or not
    sendNow: { input: ({ emailNext }) => ({ params: { id: emailNext } }), uses: true, own: [200, 409], wide: true },
    schedule: { input: ({ emailNext }) => ({ params: { id: emailNext }, body: { scheduled_at: FAR } }), uses: true, own: [200, 409, 422], wide: true },
    sendTest: { input: ({ emailDraft }) => ({ params: { id: emailDraft }, body: { emails: [] } }), own: [200, 409], wide: true },
    cancelSchedule: { input: ({ emailOff }) => ({ params: { id: emailOff } }), uses: true, wide: true },
    duplicate: { input: ({ emailDraft }) => ({ params: { id: emailDraft } }), wide: true },
    rename: { input: ({ emailDraft }) => ({ params: { id: emailDraft }, body: { name: 'Another' } }), wide: true },
    updateTemplate: { input: ({ emailDraft, emailTemplate }) => ({ params: { id: emailDraft }, body: { template_id: emailTemplate } }), wide: true },
    changeTheme: { input: ({ emailDraft, emailTheme }) => ({ params: { id: emailDraft }, body: { theme_id: emailTheme } }), wide: true },
    preview: { input: ({ emailDraft }) => ({ params: { id: emailDraft } }), wide: true },
    recipients: { input: ({ emailSent }) => ({ params: { id: emailSent } }), wide: true },
    report: { input: ({ emailSent }) => ({ params: { id: emailSent } }), wide: true },
    templates: { input: () => ({}), foreign: [200], wide: true },
    createTemplate: { body: { name: 'Plain' } },
    template: { input: ({ emailTemplate }) => ({ params: { id: emailTemplate } }), wide: true },
    updateTemplateOf: { input: ({ emailTemplate }) => ({ params: { id: emailTemplate }, body: { name: 'Another' } }), wide: true },
    destroyTemplate: { input: ({ emailTemplateSpare }) => ({ params: { id: emailTemplateSpare } }), uses: true, wide: true },
    themes: { input: () => ({}), foreign: [200], wide: true },
    saveTheme: { input: ({ emailTheme }) => ({ body: { id: emailTheme, theme: LOOK } }), wide: true },
    addressSettings: { input: () => ({}), foreign: [200], wide: true },
    saveAddressSettings: { input: () => ({ body: { footer_html: 'Rua Dois 2' } }), foreign: [200], wide: true },
    deliverability: { input: () => ({}), foreign: [200], wide: true },
    addDomain: { input: ({ mark }) => ({ body: { domain: `studio-${mark}.example` } }), uses: true, foreign: 'any', wide: true },
    checkDomain: { input: ({ emailDomain }) => ({ params: { id: emailDomain } }), wide: true },
    updateDomain: { input: ({ emailDomain }) => ({ params: { id: emailDomain }, body: { is_warming: false } }), wide: true },
    removeDomain: { input: ({ emailDomainSpare }) => ({ params: { id: emailDomainSpare } }), uses: true, wide: true },
    renewEventsAddress: { input: () => ({}), foreign: [200], wide: true },
    suppressions: { input: () => ({}), foreign: [200], wide: true },
    addSuppression: { input: ({ mark }) => ({ body: { email: `left-${mark}@mail.example` } }), uses: true, foreign: 'any', wide: true },
    removeSuppression: { input: ({ emailLeftSpare }) => ({ params: { id: emailLeftSpare } }), uses: true, wide: true },
    exportSuppressions: { input: () => ({}), foreign: [200], wide: true },
    providerEvents: { input: ({ emailEvents }) => ({ params: { token: emailEvents }, body: { events: [] } as never }), own: [200, 404], wide: true },
    setPreference: { body: { subscribed: true } },
    // whoever has the address may, and nobody is asked who they are; without a secret there is nothing
    opened: { input: () => ({ params: { token: 'AAAA' } }), foreign: 'any', own: [404] },
    clicked: { input: () => ({ params: { token: 'AAAA' } }), foreign: 'any', own: [404] },
    askUnsubscribe: { input: () => ({ params: { token: 'AAAA' } }), foreign: 'any', own: [404] },
    unsubscribe: { input: () => ({ params: { token: 'AAAA' } }), foreign: 'any', own: [404] },
    systemTemplates: { input: () => ({}), foreign: [200], wide: true },
    createSystemTemplate: { body: { kind: 'notifications.held', locale: 'pt-BR', subject: 'Confirme' } },
    previewSystemTemplate: { body: { kind: 'notifications.held', locale: 'pt-BR' } },
    testSystemTemplate: { body: { kind: 'notifications.held', locale: 'pt-BR' } },
    systemTemplate: { input: ({ emailWords }) => ({ params: { id: emailWords } }), wide: true },
    updateSystemTemplate: { input: ({ emailWords }) => ({ params: { id: emailWords }, body: { after: 'See you' } }), wide: true },
    destroySystemTemplate: { input: ({ emailWordsSpare }) => ({ params: { id: emailWordsSpare } }), uses: true, wide: true },
    scheduledEmails: { input: () => ({}), foreign: [200], wide: true },
    // there is a mail server, or not
    createScheduledEmail: {
      input: ({ emailGuest }) => ({
        body: { subject: 'To you', blocks: [{ key: 'a', type: 'heading', text: 'Hello' }], member_ids: [emailGuest], scheduled_at: FAR },
      }),
      own: [201, 409, 422],
      foreign: [422],
      wide: true,
    },
    scheduledEmail: { input: ({ emailTo }) => ({ params: { id: emailTo } }), wide: true },
    updateScheduledEmail: { input: ({ emailTo }) => ({ params: { id: emailTo }, body: { preheader: 'Another' } }), own: [200, 409, 422], wide: true },
    destroyScheduledEmail: { input: ({ emailToSpare }) => ({ params: { id: emailToSpare } }), uses: true, wide: true },
    onboarding: { input: () => ({}), foreign: [200], wide: true },
    saveOnboarding: { body: { dismissed: true } },
    plans: { input: () => ({}), foreign: [200], wide: true },
    cancelSubscription: { input: () => ({ body: {} }), own: [409], foreign: [409], wide: true },
    exportRecipients: { input: ({ emailSent }) => ({ params: { id: emailSent }, body: {} }), wide: true },
    recipientsCsv: { input: ({ emailSent }) => ({ params: { id: emailSent } }), wide: true },
  },
  screens: { '/settings/emails/broadcast/:id': ({ emailSent }) => `/settings/emails/broadcast/${emailSent}` },
})
export default records
export type EmailMade = MadeBy<typeof records>
