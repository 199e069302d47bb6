import Foundation
import TestSupport
import Testing
import Tollgate
import TollgatePurchases
