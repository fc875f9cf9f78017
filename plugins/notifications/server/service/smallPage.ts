/** A page that links of emails lead to: a few words and a button, without the app. */
import { directionOf } from '@atrium/sdk'
import { type Ctx, escapeHtml } from '@atrium/sdk/server'

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:30rem;margin:4rem auto;padding:0 1.25rem;background:#f4f4f5;color:#18181b}
main{padding:2rem;border-radius:14px;background:#fff;border:1px solid #e4e4e7}h1{font-size:1.375rem;line-height:1.3;margin:0 0 1rem}.name{font-weight:700;margin:0 .25rem 1rem}
.title{font-weight:600;margin:0}.soft{color:#6b7280;margin:.25rem 0 0}form{margin:1.5rem 0}button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.5rem;border:0;border-radius:10px;background:#18181b;color:#fff;cursor:pointer}a{color:inherit}
h2{font-size:1.0625rem;margin:2rem 0 .75rem}fieldset{margin:0 0 1.25rem;padding:0;border:0}legend{font-weight:600;margin-bottom:.25rem}.row{display:flex;gap:.75rem;align-items:flex-start;min-height:44px;padding:.5rem 0;cursor:pointer}.row input{flex:none;width:1.25rem;height:1.25rem;margin:.125rem 0 0}small{display:block;font-size:.875rem;color:#6b7280}.acts{display:flex;flex-wrap:wrap;gap:.75rem}.plain{background:transparent;color:inherit;border:1px solid #d4d4d8}.done{padding:.75rem 1rem;border-radius:10px;background:#f4f4f5;font-weight:600}
@media (prefers-color-scheme:dark){body{background:#0f0f11;color:#f4f4f5}main{background:#1b1b1e;border-color:#303036}.soft{color:#a1a1aa}button{background:#f4f4f5;color:#18181b}.plain{background:transparent;color:inherit;border-color:#52525b}.done{background:#28282d}small{color:#a1a1aa}}`

/** @param body HTML that is safe as it stands */
export const smallPage = (ctx: Ctx, locale: string, title: string, body: string): string => `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head>
<body><p class="name">${escapeHtml(ctx.community.name)}</p><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>
`
