/** A plugin for tests that brings kinds of news: story 7 stands at /stories/7, and is hidden from whom the test says. */
import { definePlugin } from '@atrium/sdk'

export default definePlugin({ id: 'news', title: 'News', icon: 'newspaper', sdk: '^1.0', kind: 'feature', needs: ['notifications'] })
