/** The site: conformance. */
import { describePlugin } from '@atrium/sdk/testing'

describePlugin('plugins/site')
