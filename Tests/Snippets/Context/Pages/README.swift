import FeatureToggles

func showResults(by ranking: AppToggles.SearchRanking) {}
