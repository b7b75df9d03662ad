import { NEWS } from './news.ts'
import { PERSONS } from './persons.ts'

/** The platform's authorize page. The form goes back to the page's own address. */
export function consentPage(platform: string): string {
  const persons = PERSONS.map(
    ({ name }, index) =>
      `<label class="person"><input type="radio" name="person" value="${name}"${index === 0 ? ' checked' : ''}> ${name}</label>`,
  )
  return page(
    `${platform}授权`,
    `<p>「时光胶囊」想知道你在${platform}的昵称和性别。</p>
<form method="post">
<fieldset><legend>以谁的身份授权</legend>
${persons.join('\n')}
</fieldset>
<label for="name">或者另起一个名字</label>
<input class="name" id="name" name="name" type="text" maxlength="30" autocomplete="off" aria-describedby="hint">
<p class="hint" id="hint">填了就用这个名字；同一个名字总是同一个人。</p>
<div class="actions">
<button class="agree" name="decision" value="agree">同意授权</button>
<button name="decision" value="deny">取消</button>
</div>
</form>`,
  )
}

export const refusalPage = (platform: string, why: string): string =>
  page(`${platform}无法授权`, `<p role="alert">${escapeHtml(why)}</p>`)

type Bill = { platform: string; title: string; fen: number }

/** Where the payer pays, or does not; and how the news of it travels to us (news.ts). */
export const cashierPage = ({ platform, title, fen }: Bill): string =>
  page(
    `${platform}收银台`,
    `<p>${escapeHtml(title)}</p>
<p><strong>¥${(fen / 100).toFixed(2)}</strong></p>
<form method="post">
<fieldset><legend>到账通知</legend>
${NEWS.map(([value, label], at) => `<label class="person"><input type="radio" name="news" value="${value}"${at === 0 ? ' checked' : ''}> ${label}</label>`).join('\n')}
</fieldset>
<div class="actions">
<button class="agree" name="decision" value="pay">支付</button>
<button name="decision" value="cancel">取消</button>
</div>
</form>`,
  )

/** The platform's last page, where it does not lead back to us. */
export const donePage = (platform: string, text: string): string =>
  page(`${platform}收银台`, `<p role="status">${escapeHtml(text)}</p>`)

const page = (title: string, body: string): string => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}（沙箱）</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="sandbox"><strong>「沙箱」</strong>这里不是真的平台，只用于开发和测试。</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`

const STYLE = `
:root { color-scheme: light dark; --ground: #fbf8f2; --surface: #fff; --text: #2b2a33; --second: #6f6b7a;
  --accent: #5152c9; --on-accent: #fff; --line: #e8e2d6; --edge: #8a8594; }
@media (prefers-color-scheme: dark) { :root { --ground: #1a1612; --surface: #241f1a; --text: #f2ece2; --second: #aca395;
  --accent: #9aa0ff; --on-accent: #1a1612; --line: #3a342c; --edge: #7a7164; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.6 "PingFang SC", "Noto Sans CJK SC", "Noto Sans SC", "Microsoft YaHei", system-ui, sans-serif; }
main { max-width: 440px; margin: 0 auto; padding: 16px 16px calc(24px + env(safe-area-inset-bottom, 0px)); }
h1 { font-size: 22px; line-height: 1.3; margin: 20px 0 8px; }
.sandbox { margin: 0; padding: 8px 12px; border: 1px dashed var(--edge); border-radius: 8px; font-size: 14px; }
fieldset { margin: 0 0 16px; padding: 4px 16px; border: 1px solid var(--line); border-radius: 14px; background: var(--surface); }
legend { padding: 0 4px; font-size: 14px; color: var(--second); }
.person { display: flex; align-items: center; gap: 12px; min-height: 44px; }
.person input { width: 20px; height: 20px; margin: 0; accent-color: var(--accent); }
.name { display: block; width: 100%; min-height: 44px; margin-top: 8px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--edge); border-radius: 8px; }
.hint { margin: 8px 0 0; font-size: 14px; color: var(--second); }
.actions { display: grid; gap: 12px; margin-top: 24px; }
button { min-height: 48px; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--edge); border-radius: 24px; }
button.agree { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char]!)
