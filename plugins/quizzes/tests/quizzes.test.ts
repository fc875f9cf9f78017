/** What quizzes promise, after the suite that every plugin passes. */
import { describePlugin } from '@atrium/sdk/testing'

describePlugin('plugins/quizzes')
