import SwiftUI

// The views of an app.

struct ShopView: View { var body: some View { EmptyView() } }

struct OnePageCheckout: View { var body: some View { EmptyView() } }

struct ThreeStepCheckout: View { var body: some View { EmptyView() } }

struct SearchView: View { var body: some View { EmptyView() } }

struct AdminTools: View { var body: some View { EmptyView() } }

struct OldSearch: View { var body: some View { EmptyView() } }

struct NewSearch: View {
    var ranking = AppToggles.SearchRanking.classic
    var body: some View { EmptyView() }
}

struct Results: View {
    let ranking: AppToggles.SearchRanking
    var body: some View { EmptyView() }
}

struct CheckoutButton: View {
    let style: AppToggles.CheckoutButton
    var body: some View { EmptyView() }
}
