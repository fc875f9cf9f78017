/** How the parts of the preferences save: shown at once, taken back where it failed. */
import type { RouteInput } from '@atrium/sdk'
import type contract from '../../contract.ts'
import type { Preferences } from '../../contract.ts'

export type Change = RouteInput<(typeof contract.routes)['updatePreferences']>['body']
export type Save = (change: Change, shown?: (now: Preferences) => Preferences) => void
