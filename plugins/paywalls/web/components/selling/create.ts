/** Puts it on sale. */
import { call } from '@atrium/sdk/web'
import contract from '../../../contract.ts'
import type { paywallOf } from './price.ts'

export const sell = (paywall: NonNullable<ReturnType<typeof paywallOf>>) => call(contract.routes.create, { body: { paywall } })
