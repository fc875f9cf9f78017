import { definePlugin } from '@atrium/sdk'

export default definePlugin({ id: 'unruly', title: 'Unruly', icon: 'activity', sdk: '^1.0', kind: 'feature', needs: ['posts'] })
