import styles from './Verify.module.css'

/** The meaning of a receipt, in plain words, and its limits. */
export const Proves = () => (
  <section className={styles.proves} aria-label="凭证的含义">
    <h2>它能证明什么</h2>
    <p>这枚胶囊在那一天已经封好，从那天到现在，核对过的每个字、每个原件都没有改过。</p>
    <p>
      核对只在这台设备上进行，放进来的文件不会上传。每份凭证都记在一本只能往后添、不能往回改的公开记录里，我们自己也改不了。
    </p>
    <h2>它不能证明什么</h2>
    <p>不能证明是谁写的，也不能证明同一个人只写了这一枚。</p>
  </section>
)
