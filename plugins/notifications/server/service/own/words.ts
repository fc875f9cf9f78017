/** How mail programs write, in their languages, that what follows was written by somebody else. Small letters throughout. */

const listed = (text: string): string[] => text.split('|')

/** The lines above a quoted email, by what they say. */
export const HEADERS: Record<'from' | 'date' | 'to' | 'subject', Set<string>> = {
  from: new Set(
    listed(
      'from|von|de|da|van|fra|från|od|от|от кого|lähettäjä|kimden|expéditeur|absender|afzender|mittente|remitente|remetente|差出人|发件人|寄件者|寄件人|보낸 사람|보낸사람',
    ),
  ),
  date: new Set(
    listed(
      'sent|date|gesendet|datum|envoyé|envoyé le|enviado|enviado el|enviado em|enviada|enviada em|fecha|data|inviato|verzonden|sendt|dato|skickat|skickades|wysłano|wysłane|отправлено|дата|lähetetty|päivämäärä|gönderildi|tarih|送信日時|送信|日付|日時|发送时间|发送日期|日期|時間|时间|傳送時間|寄件日期|보낸 날짜|날짜',
    ),
  ),
  to: new Set(
    listed('to|an|à|a|para|aan|til|till|do|кому|vastaanottaja|kime|destinataire|destinatario|destinatário|empfänger|宛先|收件人|收件者|받는 사람|받는사람'),
  ),
  subject: new Set(listed('subject|betreff|objet|asunto|assunto|oggetto|onderwerp|emne|ämne|temat|тема|aihe|konu|件名|主题|主題|主旨|제목')),
}

/** Between dashes: the email that is answered, or was passed on. */
export const ORIGINAL = new Set(
  listed(
    "original|original message|original email|original-nachricht|originalnachricht|ursprüngliche nachricht|message d’origine|message d'origine|message original|courriel original|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|origineel bericht|oprindelig meddelelse|oprindelig besked|den oprindelige besked|original besked|ursprungligt meddelande|originalmeddelande|opprinnelig melding|wiadomość oryginalna|oryginalna wiadomość|исходное сообщение|оригинальное сообщение|пересылаемое сообщение|пересылаемое письмо|元のメッセージ|original message from|原始邮件|原始郵件|原始信件|回复的原邮件|转发邮件信息|원본 메시지|원본 메일|alkuperäinen viesti|özgün ileti|forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|doorgestuurd bericht|videresendt meddelelse|vidarebefordrat meddelande|wiadomość przekazana",
  ),
)

/** That somebody wrote; in the line above what they did. */
export const WROTE = listed(
  'wrote|writes|schrieb|schreibt|a écrit|escribió|escribio|escreveu|ha scritto|scrisse|schreef|skrev|skreiv|napisał|pisze|написал|пишет|kirjoitti|yazdı|のメール|さんは書きました|は書きました|写道|寫道|来信|작성',
)

/** By which programs and telephones the line under an email says that they sent it. */
export const SENT = listed(
  'sent from|sent with|sent using|sent via|get outlook for|von meinem|gesendet von|gesendet mit|gesendet aus|diese nachricht wurde von|envoyé de|envoyé depuis|envoyé à partir|envoyé avec|télécharger outlook|obtenez outlook|enviado desde|enviado con|enviado mediante|obtener outlook|enviado do|enviado da|enviado de|enviado a partir|enviado por|enviado com|enviada do|obter o outlook|obter outlook|inviato da|inviato con|scarica outlook|ottieni outlook|verstuurd vanaf|verzonden vanaf|verzonden met|verzonden vanuit|outlook voor|sendt fra|sendt med|hent outlook|skickat från|skickades från|skickat med|hämta outlook|wysłane z|wysłano z|wysłano za pomocą|pobierz program outlook|отправлено с|отправлено из|отправлено через|загрузить outlook|lähetetty|から送信|送信者|outlook for|发自我的|发自|来自我的|從我的|从我的|傳送自|下载 outlook|获取 outlook|나의',
)
export const PROGRAMS = listed(
  'iphone|ipad|ipod|android|samsung|galaxy|outlook|yahoo|gmail|proton|fastmail|gmx|web.de|blackberry|windows|huawei|xiaomi|redmi|oneplus|pixel|motorola|nokia|sony|mobile|handy|smartphone|telefon|phone|móvil|celular|mobil|mailbox|thunderbird|aol|mail.ru|яндекс|yandex|почт|thunderbird|spark|手机|携帯|スマートフォン|qq|网易|foxmail|tablet|mail app|airmail|apple mail|macbook',
)
