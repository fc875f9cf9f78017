/** Nothing of the demo community is for others: it is only made once. */
import { defineContract } from '@atrium/sdk'

export default defineContract('demo', {})
