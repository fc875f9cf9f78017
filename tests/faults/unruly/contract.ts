/** A plugin of the tests whose subscribers do what none should. */
import { defineContract } from '@atrium/sdk'

export default defineContract('unruly', {})
