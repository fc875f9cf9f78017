/** Before all browsers: the demo is made once. */
import { makeDemo } from './server.ts'

export default makeDemo
