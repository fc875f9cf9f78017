/** The plugin that knows where things happen, if there is one. */
import type { Ctx } from '@atrium/sdk/server'
import contract, { type Places } from '../../contract.ts'

export const placesOf = (ctx: Ctx): Places | undefined => ctx.fill(contract.points.places)[0]?.value
