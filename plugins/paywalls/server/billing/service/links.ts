/** The mails that bring a seat or a gift, in the language of whoever gives it. */
import { type Ctx, visibleLine } from '@atrium/sdk/server'

export async function mailLink(
  ctx: Ctx,
  kind: 'seat' | 'gift',
  to: string,
  token: string,
  { locale = ctx.locale, note = '', ...said }: { name: string; from: string; note?: string; locale?: string },
): Promise<void> {
  const link = `${ctx.community.url}/redeem/${token}`
  const values = { ...said, community: ctx.community.name }
  const subject = ctx.t(`mail.${kind}.subject`, values, locale)
  const words = [ctx.t(`mail.${kind}.text`, values, locale), note && `“${note}”`, `${ctx.t(`mail.${kind}.button`, values, locale)}\n${link}`]
  await ctx.mail({
    to,
    subject: visibleLine(subject, 200),
    text: words.filter(Boolean).join('\n\n'),
    secret: link,
    locale,
    kind: { key: kind, values: { product: said.name, from: said.from } },
  })
}
