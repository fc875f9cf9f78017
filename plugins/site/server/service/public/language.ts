/** A page speaks its own language, whatever that of its reader: what is drawn for it says its words in that. */
import { directionOf, localeOf } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'

/** Language and way of writing of a page; the community's where it has none of its own. */
export const languageOf = (ctx: Ctx, page: { language?: string | null | undefined }): string => page.language ?? ctx.community.locale
export const writtenFrom = (language: string): 'ltr' | 'rtl' => directionOf(language)

/** The same request, whose words and dates are of that language where we have it, else of the community's. Other plugins' views of it too. */
export function speaking(ctx: Ctx, language: string): Ctx {
  const locale = localeOf(language) ?? ctx.community.locale
  if (ctx.locale === locale) return ctx
  const said: Ctx['t'] = (key, values, other = locale) => ctx.t(key, values, other)
  return new Proxy(ctx, {
    get(target, name) {
      if (name === 'locale') return locale
      if (name === 't') return said
      if (name === 'as') return (plugin: string) => speaking((target as unknown as { as(plugin: string): Ctx }).as(plugin), language)
      // its private parts are known to itself alone
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
