/** Emails about what is bought: admins may give them other words. */
import { type Ctx, type MailKind, mailKinds, type SpokenMail } from '@atrium/sdk/server'

const said = (key: string, values: string[], isSecret = false): SpokenMail => ({
  key,
  subject: `mail.${key}.subject`,
  text: `mail.${key}.text`,
  values,
  isSecret,
})
const ABOUT = ['name', 'product', 'amount', 'date']
const KINDS: SpokenMail[] = [
  ...['receipt', 'failed', 'grace', 'refunded', 'ended', 'trial', 'renewal', 'invoice'].map((key) => said(key, ABOUT)),
  said('trial_used', ['product']),
  said('seat', ['product', 'from'], true),
  said('gift', ['product', 'from'], true),
  said('code', ['minutes'], true),
]
/** In their words `{name}` is what was bought. */
export const mailed = (ctx: Ctx): MailKind[] =>
  mailKinds(KINDS)(ctx).map((kind) => ({ ...kind, sample: (values, locale) => kind.sample({ ...values, name: values['product'] ?? '' }, locale) }))
