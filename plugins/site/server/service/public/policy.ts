/** Headers of pages: what a browser may load there and who may frame them. */
import { PLAYER_ORIGINS } from '@atrium/sdk'
import { ancestorsOf, type Ctx } from '@atrium/sdk/server'
import site from '../../../contract.ts'

const join = (directives: Record<string, string>): string =>
  Object.entries(directives)
    .map(([name, values]) => `${name} ${values}`)
    .join('; ')

/**
 * Sites that may show pages, and screens of the community, in a frame; none while that is off. They are no `cors_origins`: those may read and
 * write in the name of whoever is signed in, which a site that shows an event has no need of.
 */
export function framers(ctx: Ctx): string[] {
  const { is_on, origins } = ctx.settings(site).embed
  return is_on ? origins : []
}

export const pagePolicy = (ancestors: readonly string[]): string =>
  join({
    'default-src': `'none'`,
    'script-src': `'self'`,
    'style-src': `'unsafe-inline'`,
    'img-src': `'self' data:`,
    'media-src': `'self'`,
    'font-src': `'self'`,
    'connect-src': `'self'`,
    'frame-src': [`'self'`, ...PLAYER_ORIGINS].join(' '),
    'form-action': `'self'`,
    'base-uri': `'none'`,
    'frame-ancestors': ancestorsOf(ancestors),
  })

/** Code of an admin: its document has no origin, so it reads neither the session nor the page that shows it. */
export const codePolicy = (ctx: Ctx): string =>
  join({
    sandbox: 'allow-scripts',
    'default-src': `'none'`,
    'script-src': `'unsafe-inline' https:`,
    'style-src': `'unsafe-inline' https:`,
    'img-src': 'https: data:',
    'media-src': 'https:',
    'font-src': 'https: data:',
    'connect-src': 'https:',
    'frame-src': 'https:',
    'form-action': `'none'`,
    'base-uri': `'none'`,
    'frame-ancestors': [`'self'`, ...framers(ctx)].join(' '),
  })
