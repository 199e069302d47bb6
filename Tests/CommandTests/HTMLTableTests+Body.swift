extension HTMLTableTests {
  /// The page of a small policy, behind its head.
  static let body = """
    <body>
    <main>
    <header>
    <h1>Shop &amp; Co</h1>
    <p class="lead">Plans and prices</p>
    </header>
    <section aria-labelledby="plans">
    <h2 id="plans">Plans</h2>
    <ul class="plans">
    <li class="plan">
    <h3>Free</h3>
    <ul class="benefits">
    <li>Bills: 500</li>
    </ul>
    </li>
    <li class="plan marked">
    <h3>Pro</h3>
    <ul class="offers">
    <li>
    <div class="name-line"><h4>Annual</h4><p class="badge">Recommended</p></div>
    <p class="price"><strong>$12</strong> <span>per year</span></p>
    </li>
    </ul>
    <ul class="benefits">
    <li>Bills: unlimited</li>
    <li>Export</li>
    </ul>
    </li>
    </ul>
    </section>
    <section aria-labelledby="compare">
    <h2 id="compare">Compare the plans</h2>
    <div class="scroll" role="region" aria-labelledby="caption" tabindex="0">
    <table>
    <caption id="caption">What each plan of Shop &amp; Co includes</caption>
    <thead>
    <tr>
    <th scope="col" class="name">What you get</th>
    <th scope="col"><span>Free</span></th>
    <th scope="col" class="marked"><span>Pro</span><small>$12 per year</small></th>
    </tr>
    </thead>
    <tbody>
    <tr><th scope="rowgroup" colspan="3" class="group"><span>Limits</span></th></tr>
    <tr><th scope="row"><span>Bills</span></th>
    <td class="amount">500</td>
    <td class="marked amount">unlimited</td>
    </tr>
    </tbody>
    <tbody>
    <tr><th scope="rowgroup" colspan="3" class="group"><span>Features</span></th></tr>
    <tr><th scope="row"><span>Export</span></th>
    <td class="no"><span aria-hidden="true">–</span><span class="said">not included</span></td>
    <td class="marked yes"><span aria-hidden="true">✓</span><span class="said">included</span></td>
    </tr>
    </tbody>
    </table>
    </div>
    <p class="legend"><span><span aria-hidden="true">✓</span> included</span> <span><span aria-hidden="true">–</span> not included</span></p>
    </section>
    </main>
    </body>
    </html>

    """
}
