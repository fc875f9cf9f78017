/** The suite of every plugin, over the folders of ATRIUM_PLANTED: `planted.test.ts` runs it in a process of its own, as it is to fail. */
import path from 'node:path'
import { describePlugin } from '@atrium/sdk/testing'

for (const folder of process.env.ATRIUM_PLANTED!.split(path.delimiter)) describePlugin(folder)
