/** Emails of notifications, each kind by itself: admins may give them other words. */
import type { Ctx, MailKind } from '@atrium/sdk/server'
import { kindsOf, waysOf } from './kinds.ts'
import { OWN_SCREEN } from './digests.ts'

/** Every kind that goes by email; then many at once, digests, and answers that wait. */
export function mailed(ctx: Ctx): MailKind[] {
  const of = (key: string, sample: MailKind['sample'], values = ['name']): MailKind => ({ key, title: ctx.t(`mails.${key}`), values, sample })
  const kinds = [...kindsOf(ctx).values()]
    .filter(({ value }) => waysOf(value).includes('email'))
    .map(
      ({ value: { key, topic: _ }, t }): MailKind => ({
        key,
        title: t(`notify.${key}.setting`),
        values: ['name', 'title'],
        sample: ({ title = '' }, locale) => {
          const said = t(`notify.${key}.one`, { actor: ctx.t('mails.actor', {}, locale), title }, locale)
          const buttons = [{ label: ctx.t('mail.open', {}, locale), url: ctx.community.url }]
          return { subject: said, parts: [{ title: said }, { buttons }] }
        },
      }),
    )
  return [
    ...kinds,
    of('many', (_, locale) => {
      const subject = ctx.t('mail.subject', { first: ctx.t('mails.first', { actor: ctx.t('mails.actor', {}, locale) }, locale), count: 2 }, locale)
      return { subject, parts: [{ title: ctx.t('mail.title', { count: 3 }, locale) }, { text: '…' }] }
    }),
    of('daily', ({ name = '' }, locale) => {
      const values = { name: name.split(/\s/)[0]!, community: ctx.community.name }
      return {
        subject: ctx.t('digest.subject.daily', values, locale),
        parts: [{ title: ctx.t('digest.hello', values, locale) }, { text: ctx.t('digest.lead.daily', values, locale) }],
      }
    }),
    { ...of('weekly', () => ({ subject: '' })), at: OWN_SCREEN },
    of('held', (values, locale) => ({ subject: ctx.t('held.mail.subject', values, locale), text: ctx.t('held.mail.text', values, locale) }), ['title']),
  ]
}
