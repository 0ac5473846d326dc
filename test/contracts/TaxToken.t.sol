// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1363} from "@openzeppelin/contracts/interfaces/IERC1363.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

contract TaxTokenTest is EscrowTest {
    function test_symbolDecimalsAndErc1363Support() public view {
        require(keccak256(bytes(token.symbol())) == keccak256("TAX"), "symbol");
        equal(token.decimals(), 18, "decimals");
        require(token.supportsInterface(type(IERC1363).interfaceId), "ERC-1363");
    }

    function test_theNameIsTaxAlsoInTheEip712Domain() public view {
        require(keccak256(bytes(token.name())) == keccak256("TAX"), "name");
        (, string memory signedFor,,,,,) = token.eip712Domain();
        require(keccak256(bytes(signedFor)) == keccak256("TAX"), "name in signatures");
    }

    function test_theWholeSupplyIsMintedToTheHolder() public view {
        equal(token.totalSupply(), 1_000_000_000 * TAX, "supply");
        equal(token.balanceOf(funder), token.totalSupply(), "holder");
    }
}
