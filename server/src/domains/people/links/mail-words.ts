/** What mails with a link say. */
import { inEach, type MailWords, oneLine } from '../../mails/index.ts'

interface Invitation {
  account: string
  invitedBy: string
}

export const invitationWords = (link: string, { account, invitedBy }: Invitation): MailWords => {
  const [where, who] = [oneLine(account), oneLine(invitedBy)]
  return inEach(language =>
    language === 'cs'
      ? {
          subject: `Pozvánka do ${where} v Cellarbooku`,
          body: `\
${who} vás zve ke spolupráci v účtu ${where}.

Otevřete tento odkaz do sedmi dnů. Platí jednou.

${link}

Pokud jste pozvánku nečekali, nemusíte dělat nic.
`,
        }
      : {
          subject: `Join ${where} on Cellarbook`,
          body: `\
${who} invites you to work in ${where}.

Open this link within seven days. It works once.

${link}

If you did not expect this, there is nothing to do.
`,
        },
  )
}

export const resetWords = (link: string): MailWords => ({
  cs: {
    subject: 'Nové heslo do Cellarbooku',
    body: `\
Někdo, nejspíš vy, požádal o nové heslo.

Otevřete tento odkaz do hodiny. Platí jednou.

${link}

Pokud jste to nebyli vy, nemusíte dělat nic: heslo zůstává, jaké je.
`,
  },
  en: {
    subject: 'A new password for Cellarbook',
    body: `\
Somebody, most likely you, asked for a new password.

Open this link within an hour. It works once.

${link}

If it was not you, there is nothing to do: your password stays as it is.
`,
  },
})
