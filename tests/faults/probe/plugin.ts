import { definePlugin } from '@atrium/sdk'

export default definePlugin({ id: 'probe', title: 'Probe', icon: 'activity', sdk: '^1.0', kind: 'feature', needs: ['posts'] })
