/** The plugins of this Atrium, in no particular order: a folder, or the name of an npm package, each. */
import { definePlugins } from '@atrium/sdk'

export default definePlugins([
  'plugins/spaces',
  'plugins/content',
  'plugins/members',
  'plugins/media',
  'plugins/home',
  'plugins/community',
  'plugins/masquerading',
  'plugins/posts',
  'plugins/polls',
  'plugins/chat',
  {
    from: 'plugins/notifications',
    options: {
      // Emails about comments and messages are answered to addresses of this domain; without it they cannot be answered.
      replyDomain: process.env.MAIL_REPLY_DOMAIN || null,
      // A port on which answers are taken by SMTP, of a mail server that passes them on: MAIL_REPLY_PORT=2525. Off without it.
      replyPort: process.env.MAIL_REPLY_PORT ? Number(process.env.MAIL_REPLY_PORT) : null,
      replyHost: process.env.MAIL_REPLY_HOST || '127.0.0.1',
      // Opens POST /internal_api/notifications/inbound_emails?key=… to a mail provider that sends each answer as it came.
      replyKey: process.env.MAIL_REPLY_KEY || null,
      // The authserv-id in the Authentication-Results (RFC 8601) of one's own mail server, MAIL_REPLY_AUTHORITY=mx.example.com: what it proved is posted
      // at once. That server must remove headers of this name from what comes in. Without it, members confirm each answer by a press.
      replyAuthority: process.env.MAIL_REPLY_AUTHORITY || null,
    },
  },
  'plugins/archive',
  // ATRIUM_PRIVATE_CALLS=true: providers may stand at private addresses, also without TLS.
  { from: 'plugins/sso', options: { privateCalls: process.env.ATRIUM_PRIVATE_CALLS === 'true' } },
  // Fills the first community with Clay & Fire; ATRIUM_DEMO=off starts an empty one.
  { from: 'plugins/demo', on: process.env.ATRIUM_DEMO === 'off' ? false : 'first' },
  'plugins/access',
  'plugins/invitations',
  'plugins/audience',
  'plugins/forms',
  'plugins/push',
  'plugins/workflows',
  'plugins/moderation',
  'plugins/search',
  'plugins/operations',
  'plugins/gamification',
  'plugins/events',
  'plugins/courses',
  'plugins/quizzes',
  'plugins/packages',
  'plugins/site',
  {
    from: 'plugins/ai',
    // Each community decides itself whether AI reads along: its admins switch it on. The demo shows it.
    on: process.env.ATRIUM_DEMO === 'off' ? false : 'first',
    options: {
      // Any server that speaks OpenAI's protocol (hosted, Ollama, vLLM, llama.cpp): LLM_BASE_URL=http://127.0.0.1:11434/v1, LLM_MODEL. Without it answers are quotes of their sources.
      llm: {
        baseUrl: process.env.LLM_BASE_URL || null,
        apiKey: process.env.LLM_API_KEY || null,
        model: process.env.LLM_MODEL || null,
        embeddingModel: process.env.LLM_EMBEDDING_MODEL || null,
        // A slow machine of one's own may take longer than 90 seconds for an answer: LLM_TIMEOUT=300.
        timeoutMs: process.env.LLM_TIMEOUT ? Number(process.env.LLM_TIMEOUT) * 1000 : null,
      },
    },
  },
  'plugins/inbox',
  'plugins/help-widget',
  'plugins/developers',
  'plugins/webhooks',
  {
    from: 'plugins/live',
    options: {
      // Listeners of a stream with a link of their own (half a second behind); those who come after them watch its broadcast some seconds later, with
      // one hour to go back in. That needs ffmpeg here, and 1 GB of disk for each stream: LIVE_VIEWERS=100. Without ffmpeg no more than these come in.
      viewers: Number(process.env.LIVE_VIEWERS || 30),
      // Sound and pictures of live rooms come and go at one UDP port of this machine, which has to be open: LIVE_UDP_PORT=40000. Without it any free one is taken.
      engine: {
        folder: `${process.env.ATRIUM_DATA || '.data'}/live`,
        udp: {
          host: process.env.LIVE_HOST || '0.0.0.0',
          port: Number(process.env.LIVE_UDP_PORT || 0),
          // What browsers reach this machine by, where it does not know itself (behind a router, in a container): LIVE_ADDRESSES=203.0.113.7,2001:db8::7.
          addresses: process.env.LIVE_ADDRESSES?.split(',')
            .map((address) => address.trim())
            .filter(Boolean),
        },
        // A relay for people whose network lets nothing else through: TURN_URL=turns:turn.example.com:5349, TURN_USERNAME, TURN_PASSWORD.
        iceServers: process.env.TURN_URL
          ? [{ urls: process.env.TURN_URL.split(','), username: process.env.TURN_USERNAME || '', credential: process.env.TURN_PASSWORD || '' }]
          : [],
      },
    },
  },
  {
    from: 'plugins/payments',
    options: {
      // Without keys communities sell by the test server, by hand, or with keys of their own. With STRIPE_SECRET_KEY they may connect an account to
      // the house's, whose webhook (events of connected accounts) is /webhooks/payments/connected, with STRIPE_WEBHOOK_SECRET. STRIPE_HOST, STRIPE_PORT and STRIPE_PROTOCOL lead elsewhere than to Stripe, as to a proxy.
      stripe: {
        secretKey: process.env.STRIPE_SECRET_KEY || null,
        webhookSecret: process.env.STRIPE_WEBHOOK_SECRET || null,
        host: process.env.STRIPE_HOST || undefined,
        port: process.env.STRIPE_PORT ? Number(process.env.STRIPE_PORT) : undefined,
        protocol: process.env.STRIPE_PROTOCOL || undefined,
      },
    },
  },
  'plugins/paywalls',
  'plugins/affiliates',
  {
    from: 'plugins/email',
    options: {
      // Emails to many go over the mail server that all others go over.
      smtpUrl: process.env.SMTP_URL || null,
      mailFrom: process.env.MAIL_FROM || null,
      // What bounces comes back to this domain, by the door of answers by email.
      returnDomain: process.env.MAIL_REPLY_DOMAIN || null,
      // Emails a minute that a community sends to one receiving domain, such as gmail.com: MAIL_DOMAIN_RATE=600. 0: as many as there are.
      perDomainPerMinute: Number(process.env.MAIL_DOMAIN_RATE ?? 600),
    },
  },
  // What the owner of the platform sells to its communities: ATRIUM_PLANS=on, or the demo, which shows it; else nobody sees anything of it.
  ...(process.env.ATRIUM_PLANS === 'on' || process.env.ATRIUM_DEMO !== 'off' ? ['plugins/plans'] : []),
])
