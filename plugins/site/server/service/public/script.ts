/** The script of pages as it is sent; its address changes with it. */
import { hashToken } from '@atrium/sdk/server'
import { runPage } from '../../browser/page.ts'

export const SCRIPT = `(${runPage})()`
export const SCRIPT_ADDRESS = `/site/page.js?v=${hashToken(SCRIPT).slice(0, 10)}`
