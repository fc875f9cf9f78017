/** The test plugin's contract: nothing of its own. */
import { defineContract } from '@atrium/sdk'

export default defineContract('agent', {})
