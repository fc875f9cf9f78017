/** Live rooms: conformance. */
import { describePlugin } from '@atrium/sdk/testing'

describePlugin('plugins/live')
