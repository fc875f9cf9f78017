/** Kinds of mails whose words stand in their plugin's locale files. */
import type { Ctx } from './ctx.ts'
import type { MailKind } from './mailInput.ts'

export interface SpokenMail extends Pick<MailKind, 'key' | 'isSecret' | 'at'> {
  values: readonly string[]
  /** Keys of the plugin's words. `mails.<key>` names the kind. */
  subject: string
  text: string
}
/** For `contribute(communities.points.mails, mailKinds([…]))`: kinds made of two words of the plugin, and named by a third. */
export const mailKinds =
  (kinds: readonly SpokenMail[]) =>
  (ctx: Ctx): MailKind[] =>
    kinds.map(({ subject, text, ...kind }) => ({
      ...kind,
      title: ctx.t(`mails.${kind.key}`),
      sample: (values, locale) => ({ subject: ctx.t(subject, values, locale), text: ctx.t(text, values, locale) }),
    }))
