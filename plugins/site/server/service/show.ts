/** Whatever visitors may see has changed. */
import type { Ctx } from '@atrium/sdk/server'

export const show = (ctx: Ctx): void => ctx.invalidate('front')
