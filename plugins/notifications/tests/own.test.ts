/** What mail programs of the world put around an answer is left out, and nothing of what somebody wrote. */
import { expect } from 'chai'
import { parseEmail } from '../server/service/email.ts'

const OLD = 'OLD words'
const ME = 'noreply@people.example'
const head = (type: string) =>
  `From: Rita <rita@people.example>\r\nTo: <a@b.example>\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
const read = async (raw: string) => (await parseEmail({ raw: Buffer.from(raw), authority: null })).text
const textOf = (text: string) => read(head('text/plain; charset=utf-8') + text.replaceAll('\n', '\r\n'))
const htmlOf = (html: string) => read(head('text/html; charset=utf-8') + html)
const bothOf = (text: string, html: string) =>
  read(
    `${head('multipart/alternative; boundary=b')}--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--b--\r\n`,
  )

/** What stands above the quote, by language and program; `|` is where the program has wrapped it. */
const ABOVE: Record<string, Record<string, string>> = {
  en: {
    Gmail: `On Wed, Nov 25, 2026 at 7:24 PM Clay & Fire <|${ME}> wrote:`,
    'Apple Mail': `On 25 Nov 2026, at 19:24, Clay & Fire <${ME}> wrote:`,
    iPhone: `On Nov 25, 2026, at 7:24 PM, Clay & Fire <${ME}> wrote:`,
    Yahoo: `On Wednesday, November 25, 2026 at 07:24:11 PM GMT+1, Clay & Fire|<${ME}> wrote:`,
    Thunderbird: 'On 11/25/26 19:24, Clay & Fire wrote:',
    Proton: `On Wednesday, November 25th, 2026 at 19:24, Clay & Fire <${ME}> wrote:`,
    Fastmail: 'On Wed, Nov 25, 2026, at 7:24 PM, Clay & Fire wrote:',
    NetEase: `At 2026-11-25 19:24:11, "Clay & Fire" <${ME}> wrote:`,
    Yandex: `25.11.2026, 19:24, "Clay & Fire" <${ME}>:`,
    'Mail.ru': `Wednesday, 25 November 2026, 19:24 +03:00 from Clay & Fire <${ME}>:`,
  },
  de: {
    Gmail: `Am Mi., 25. Nov. 2026 um 19:24 Uhr schrieb Clay & Fire <|${ME}>:`,
    'Apple Mail': `Am 25.11.2026 um 19:24 schrieb Clay & Fire <${ME}>:`,
    Yahoo: `Am Mittwoch, 25. November 2026 um 19:24:11 MEZ hat Clay & Fire|<${ME}> Folgendes geschrieben:`,
    Thunderbird: 'Am 25.11.26 um 19:24 schrieb Clay & Fire:',
    Proton: `Am Mittwoch, 25. November 2026 um 19:24 schrieb Clay & Fire <${ME}>:`,
  },
  fr: {
    Gmail: `Le mer. 25 nov. 2026 à 19:24, Clay & Fire <${ME}> a|écrit :`,
    'Apple Mail': `Le 25 nov. 2026 à 19:24, Clay & Fire <${ME}> a écrit :`,
    Yahoo: `Le mercredi 25 novembre 2026 à 19:24:11 UTC+1, Clay & Fire|<${ME}> a écrit :`,
    Thunderbird: 'Le 25/11/2026 à 19:24, Clay & Fire a écrit\u00a0:',
  },
  es: {
    Gmail: `El mié, 25 nov 2026 a las 19:24, Clay & Fire (<|${ME}>) escribió:`,
    'Apple Mail': `El 25 nov 2026, a las 19:24, Clay & Fire <${ME}> escribió:`,
    Thunderbird: 'El 25/11/26 a las 19:24, Clay & Fire escribió:',
  },
  pt: {
    Gmail: `Em qua., 25 de nov. de 2026 às 19:24, Clay & Fire <|${ME}> escreveu:`,
    'Apple Mail': `Em 25 de nov. de 2026, à(s) 19:24, Clay & Fire <${ME}> escreveu:`,
    Yahoo: `Em quarta-feira, 25 de novembro de 2026 às 19:24:11 BRT, Clay & Fire <${ME}> escreveu:`,
    Thunderbird: 'Em 25/11/2026 19:24, Clay & Fire escreveu:',
  },
  it: {
    Gmail: `Il giorno mer 25 nov 2026 alle ore 19:24 Clay & Fire <|${ME}> ha scritto:`,
    'Apple Mail': `Il giorno 25 nov 2026, alle ore 19:24, Clay & Fire <${ME}> ha scritto:`,
    Thunderbird: 'Il 25/11/2026 19:24, Clay & Fire ha scritto:',
  },
  nl: {
    Gmail: `Op wo 25 nov 2026 om 19:24 schreef Clay & Fire <${ME}>:`,
    'Apple Mail': `Op 25 nov 2026, om 19:24 heeft Clay & Fire <${ME}> het volgende geschreven:`,
    Thunderbird: 'Op 25-11-2026 om 19:24 schreef Clay & Fire:',
  },
  da: {
    Gmail: `Den ons. 25. nov. 2026 kl. 19.24 skrev Clay & Fire <|${ME}>:`,
    'Apple Mail': `Den 25. nov. 2026 kl. 19.24 skrev Clay & Fire <${ME}>:`,
    Thunderbird: 'Den 25-11-2026 kl. 19:24 skrev Clay & Fire:',
  },
  ja: {
    Gmail: `2026年11月25日(水) 19:24 Clay & Fire <${ME}>:`,
    'Apple Mail': `2026/11/25 19:24、Clay & Fire <${ME}>のメール:`,
    iPhone: `2026年11月25日 19:24、Clay & Fire <${ME}>のメール：`,
    Thunderbird: `On 2026/11/25 19:24, Clay & Fire wrote:`,
  },
  zh: {
    Gmail: `Clay & Fire <|${ME}> 于2026年11月25日周三 19:24写道：`,
    'Apple Mail': `2026年11月25日 19:24，Clay & Fire <${ME}> 写道：`,
    NetEase: `在 2026-11-25 19:24:11，"Clay & Fire" <${ME}> 写道：`,
    Thunderbird: '在 2026/11/25 19:24, Clay & Fire 写道:',
  },
  ru: {
    Gmail: `ср, 25 нояб. 2026 г. в 19:24, Clay & Fire <${ME}>:`,
    Yandex: `25.11.2026, 19:24, "Clay & Fire" <${ME}>:`,
    'Mail.ru': `Среда, 25 ноября 2026, 19:24 +03:00 от Clay & Fire <${ME}>:`,
    Thunderbird: '25.11.2026 19:24, Clay & Fire пишет:',
  },
  pl: { Gmail: `śr., 25 lis 2026 o 19:24 Clay & Fire <${ME}> napisał(a):`, Thunderbird: 'W dniu 25.11.2026 o 19:24, Clay & Fire pisze:' },
  sv: { Gmail: `Den ons 25 nov. 2026 kl 19:24 skrev Clay & Fire <${ME}>:`, 'Apple Mail': `25 nov. 2026 kl. 19:24 skrev Clay & Fire <${ME}>:` },
  ko: { Gmail: `2026년 11월 25일 (수) 오후 7:24, Clay & Fire <${ME}>님이 작성:` },
}
/** The heads of Outlook and of those that follow it: from, sent, to, subject. */
const HEADS: Record<string, string[]> = {
  en: ['From', 'Sent', 'To', 'Subject'],
  de: ['Von', 'Gesendet', 'An', 'Betreff'],
  fr: ['De', 'Envoyé', 'À', 'Objet'],
  es: ['De', 'Enviado', 'Para', 'Asunto'],
  pt: ['De', 'Enviada em', 'Para', 'Assunto'],
  it: ['Da', 'Inviato', 'A', 'Oggetto'],
  nl: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
  da: ['Fra', 'Sendt', 'Til', 'Emne'],
  sv: ['Från', 'Skickat', 'Till', 'Ämne'],
  nb: ['Fra', 'Sendt', 'Til', 'Emne'],
  pl: ['Od', 'Wysłane', 'Do', 'Temat'],
  ru: ['От', 'Отправлено', 'Кому', 'Тема'],
  ja: ['差出人', '送信日時', '宛先', '件名'],
  zh: ['发件人', '发送时间', '收件人', '主题'],
  ko: ['보낸 사람', '보낸 날짜', '받는 사람', '제목'],
  fi: ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
  tr: ['Kimden', 'Gönderildi', 'Kime', 'Konu'],
}
const SAID = [`Clay & Fire <${ME}>`, '25. november 2026 19:24', 'Rita <rita@people.example>', 'Admin commented']
const headOf = (labels: string[], mark = '', colon = ':') => labels.map((label, i) => `${mark}${label}${colon}${mark} ${SAID[i]}`).join('\n')

const SEPARATORS: Record<string, string> = {
  'Samsung, en': '-------- Original message --------',
  'Samsung, de': '-------- Ursprüngliche Nachricht --------',
  'GMX, de': '-----Ursprüngliche Nachricht-----',
  'Samsung, fr': "-------- Message d'origine --------",
  'Samsung, es': '-------- Mensaje original --------',
  'Samsung, pt': '-------- Mensagem original --------',
  'Samsung, it': '-------- Messaggio originale --------',
  'Samsung, nl': '-------- Oorspronkelijk bericht --------',
  'Samsung, da': '-------- Oprindelig meddelelse --------',
  'Samsung, ru': '-------- Исходное сообщение --------',
  'Samsung, pl': '-------- Oryginalna wiadomość --------',
  'QQ, zh': '------------------ 原始邮件 ------------------',
  'QQ, en': '------------------ Original ------------------',
  'Proton, en': '-------- Original Message --------',
  'Outlook, en': '-----Original Message-----',
  'Yahoo, ja': '----- Original Message -----',
}
const SENT = [
  'Sent from my iPhone',
  'Sent from Outlook for Android',
  'Get Outlook for iOS<https://aka.ms/o0ukef>',
  'Sent from Yahoo Mail on Android',
  'Sent with Proton Mail secure email.',
  'Sent from my Galaxy',
  'Von meinem iPhone gesendet',
  'Gesendet mit der GMX Mail App',
  'Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.',
  'Envoyé de mon iPhone',
  'Envoyé depuis mon appareil mobile Samsung.',
  'Enviado desde mi iPhone',
  'Enviado do meu iPhone',
  'Enviado a partir do meu smartphone Samsung Galaxy.',
  'Inviato da iPhone',
  'Verstuurd vanaf mijn iPhone',
  'Verzonden vanaf mijn Galaxy',
  'Sendt fra min iPhone',
  'Skickat från min iPhone',
  'Wysłane z iPhone’a',
  'Отправлено с iPhone',
  'Отправлено из мобильной Почты Mail.ru',
  'iPhoneから送信',
  '发自我的iPhone',
  '從我的 iPhone 傳送',
]

describe('one’s own words in an email', () => {
  describe('end where a program begins to quote', () => {
    for (const [language, programs] of Object.entries(ABOVE))
      for (const [program, line] of Object.entries(programs))
        it(`${program}, ${language}`, async () => {
          const above = line.replaceAll('|', '\n')
          const quoted = `> ${OLD}\n>\n> more of them`
          expect(await textOf(`God ide.\n\nNr. 2\n\n${above}\n\n${quoted}\n`)).to.equal('God ide.\n\nNr. 2')
          expect(await textOf(`God ide.\n${above}\n${quoted}\n`), 'right below the words').to.equal('God ide.')
          expect(await textOf(`${above}\n${quoted}\n\nGod ide.\n`), 'with the words below').to.equal('God ide.')
          expect(await textOf(`${above}\n> first\n\nTo the first.\n\n> second\n\nTo the second.\n`), 'with the words between').to.equal(
            'To the first.\n\nTo the second.',
          )
          if (line.includes('@')) expect(await textOf(`God ide.\n\n${above}\n\n${OLD}\n`), 'and marks no line').to.equal('God ide.')
        })
    for (const [language, labels] of Object.entries(HEADS))
      it(`Outlook, ${language}`, async () => {
        for (const [mark, colon] of [
          ['', ':'],
          ['*', ':'],
          ['', ' :'],
          ['', '：'],
        ] as const) {
          const top = headOf(labels, mark, colon)
          expect(await textOf(`God ide.\n\n${top}\n\n${OLD}`), `${mark}${colon}`).to.equal('God ide.')
          expect(await textOf(`God ide.\n\n________________________________\n${top}\n\n${OLD}`), 'under a rule').to.equal('God ide.')
        }
        const html = headOf(labels)
          .split('\n')
          .map((line) => `<b>${line.replace('<', '&lt;').replace(': ', ':</b> ')}`)
          .join('<br>')
        expect(await htmlOf(`<html><body><p>God ide.</p><div><p>${html}</p></div><p>${OLD}</p></body></html>`), 'as HTML').to.equal('God ide.')
      })
    for (const [program, line] of Object.entries(SEPARATORS))
      it(program, async () => {
        expect(await textOf(`God ide.\n\n${line}\n${headOf(HEADS['en']!)}\n\n${OLD}`)).to.equal('God ide.')
      })
    it('GMX, which says first when', async () => {
      expect(
        await textOf(`Danke.\n\nGesendet: Mittwoch, 25. November 2026 um 19:24\nVon: "Clay & Fire" <${ME}>\nAn: rita@people.example\nBetreff: x\n\n${OLD}`),
      ).to.equal('Danke.')
    })
  })

  describe('are all kept', () => {
    const WORDS = [
      'Ingredients:\n\n- clay\n- sand\n\n---\nFire it slowly.',
      'First\n\n------\n\nSecond\n\n***\n\nThird',
      'On Monday Anna wrote:\nmore than I can answer.',
      'The kiln:\n19:24 on, 21:00 off',
      'In 2026 we will see:\nmore clay.',
      'From: the wheel\nTo: the kiln\nand back',
      'From: Berlin\nTo: Rome\nDate: Friday',
      'Sent from the heart, with love',
      'I write to rita@people.example since 2026.\nShe answers.',
      'Von: 10 Uhr\nBis: 12 Uhr',
      'My plan for 25.11.2026:\n19:24 fire',
      'a\n--\nb',
      'Original message\nis what I have not read',
      'Ключ:\nпод ковриком',
    ]
    for (const words of WORDS) it(JSON.stringify(words), async () => expect(await textOf(words)).to.equal(words))
  })

  it('are without what the program says of itself, and without a signature', async () => {
    for (const line of SENT) {
      expect(await textOf(`Feito\n\n${line}\n`), line).to.equal('Feito')
      expect(await textOf(`Feito\n\n${line}\n\n> Em 25 de nov. de 2026, Clay & Fire escreveu:\n> ${OLD}`), `${line}, over a quote`).to.equal('Feito')
    }
    expect(await textOf('Feito\n\n-- \nRita\nPotter, +55 11 5555\n')).to.equal('Feito')
    expect(await textOf(`Feito\n\n-- \nRita\n\nOn 25 Nov 2026, at 19:24, Clay <${ME}> wrote:\n> ${OLD}\n`)).to.equal('Feito')
  })

  describe('in HTML end by the marks of the programs', () => {
    const said = `On Wed, Nov 25, 2026 at 7:24 PM Clay &amp; Fire &lt;<a href="mailto:${ME}">${ME}</a>&gt; wrote:<br>`
    const HTML: Record<string, string> = {
      Gmail: `<div dir="ltr">God ide.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${said}</div><blockquote class="gmail_quote"><p>${OLD}</p></blockquote></div>`,
      'Gmail, signed': `<div dir="ltr">God ide.<div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature">Rita</div></div><div class="gmail_quote">${said}${OLD}</div>`,
      'Outlook, web': `<div class="elementToProof">God ide.</div><div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg"><b>From:</b> Clay</div><div>${OLD}</div>`,
      'Outlook, mobile': `<div dir="auto">God ide.</div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/x">Outlook for iOS</a></div><hr><div id="divRplyFwdMsg"><b>De:</b> Clay</div>${OLD}`,
      'Outlook, desktop': `<div class="WordSection1"><p class="MsoNormal">God ide.<o:p></o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>Fra:</b> Clay</p></div></div><p>${OLD}</p></div>`,
      'Outlook, new': `<div>God ide.</div><div id="mail-editor-reference-message-container"><div><b>From: </b>Clay</div>${OLD}</div>`,
      'Outlook, passed on': `<p>God ide.</p><div class="x_gmail_quote">${OLD}</div>`,
      'Outlook for Mac': `<p>God ide.</p><div class="OutlookMessageHeader">From: Clay</div><p>${OLD}</p>`,
      'Apple Mail': `<body>God ide.<br><div><br><blockquote type="cite"><div>${said}</div><div>${OLD}</div></blockquote></div></body>`,
      iPhone: `<body dir="auto">God ide.<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sendt fra min iPhone</div><div dir="ltr"><br><blockquote type="cite">${said}<br></blockquote></div><blockquote type="cite"><div>${OLD}</div></blockquote></body>`,
      Yahoo: `<div class="ydp1yahoo-style-wrap"><div>God ide.</div></div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>${said}</div><div>${OLD}</div></div>`,
      Thunderbird: `<body>God ide.<br><div class="moz-cite-prefix">${said}</div><blockquote type="cite" cite="mid:a"><p>${OLD}</p></blockquote><div class="moz-signature">-- <br>Rita</div></body>`,
      Proton: `<div>God ide.</div><div class="protonmail_signature_block">Sent with Proton Mail</div><div class="protonmail_quote">${said}<blockquote class="protonmail_quote" type="cite">${OLD}</blockquote></div>`,
      Samsung: `<div dir="auto">God ide.</div><div id="composer_signature">Sendt fra min Galaxy</div><div>-------- Original message --------</div><div>From: Clay &lt;${ME}&gt;</div><div>Date: 25/11/2026 19:24</div><div>To: Rita</div><div>Subject: x</div><div>${OLD}</div>`,
      GMX: `<div>God ide.</div><div name="quote" style="border-left:2px solid"><div><b>Gesendet:</b> Mittwoch</div><div>${OLD}</div></div>`,
      'Mail.ru': `<p>God ide.</p><blockquote style="border-left:1px solid #0857A6">Среда, 25 ноября 2026, 19:24 от Clay:<br>${OLD}</blockquote>`,
      Yandex: `<div>God ide.</div><div>25.11.2026, 19:24, "Clay &amp; Fire" &lt;${ME}&gt;:</div><blockquote><p>${OLD}</p></blockquote>`,
      QQ: `<div>God ide.</div><div><includetail><div style="font-size:12px">------------------ 原始邮件 ------------------</div><div><b>发件人:</b> "Clay" &lt;${ME}&gt;;</div><div><b>发送时间:</b> 2026年11月25日</div><div><b>收件人:</b> Rita</div><div><b>主题:</b> x</div>${OLD}</includetail></div>`,
      NetEase: `<div>God ide.</div><div id="isReplyContent">At 2026-11-25 19:24:11, Clay wrote:<blockquote id="isReplyContent">${OLD}</blockquote></div>`,
      Fastmail: `<body><div>God ide.</div><div>${said}</div><blockquote type="cite" id="qt"><div>${OLD}</div></blockquote></body>`,
    }
    for (const [program, html] of Object.entries(HTML))
      it(program, async () => {
        expect(await htmlOf(html)).to.equal('God ide.')
        expect(await bothOf(`God ide.\r\n\r\nsome head\r\n${OLD}`, html), 'where the plain part has no mark').to.equal('God ide.')
      })
    it('with the words below, with lists, links and lines', async () => {
      expect(await htmlOf(`<div class="gmail_quote">${OLD}</div><div>Below.</div>`)).to.equal('Below.')
      expect(
        await htmlOf(
          '<p>One<br>two</p><p>Three &amp; <b>four</b></p><ul><li>clay</li><li>sand</li></ul><div>See <a href="https://example.com/a">this</a></div>',
        ),
      ).to.equal('One\ntwo\n\nThree & four\n\n- clay\n- sand\n\nSee this (https://example.com/a)')
      expect(await htmlOf('<html><head><style>p{}</style></head><body><script>x</script><div>Just <i>me</i>.</div></body></html>')).to.equal('Just me.')
    })
  })

  it('are found in a time that grows with the email alone', async () => {
    const wide = [
      `${'On 2026 < '.repeat(9_000)}`,
      'From: a\n'.repeat(12_000),
      `On 25 Nov 2026 <\n`.repeat(6_000),
      '-'.repeat(100_000),
      `${'>'.repeat(50_000)}\n${'_'.repeat(50_000)}`,
      `a${'\n'.repeat(90_000)}x`,
    ]
    for (const text of wide) {
      const before = process.cpuUsage().user
      await textOf(text)
      expect((process.cpuUsage().user - before) / 1000, text.slice(0, 20)).to.be.below(1500)
    }
    for (const html of [
      '<b>'.repeat(300_000),
      `${'<b>'.repeat(1_900)}${'</x>'.repeat(300_000)}`,
      '<div class="gmail_quote">'.repeat(50_000),
      `<a href="https://a">`.repeat(90_000),
    ]) {
      const before = process.cpuUsage().user
      await htmlOf(html)
      expect((process.cpuUsage().user - before) / 1000, html.slice(0, 20)).to.be.below(3000)
    }
  })
})
