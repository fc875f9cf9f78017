/** A plugin for tests that brings an agent: it says what the test has put into its mouth. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({ id: 'agent', title: 'Agent', icon: 'bot', sdk: '^1.0', kind: 'feature', needs: ['inbox'] })
